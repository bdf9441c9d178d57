//! The namespace of a header for C++: its functions for an engine's own types, and its tables.

/// Stands in a template before each function that an engine calls.
pub(crate) const EXPORT: &str = "@export@\n";

/// Part of every header: a type that a call does not deduce again.
const SAME: &str = "\
#ifndef SPACETIME_SHARED
#if __cplusplus >= 201703L
#define SPACETIME_SHARED inline
#else
#define SPACETIME_SHARED static
#endif

namespace spacetime {

/* The type of an argument before it. */
template <class Type> struct identity { using type = Type; };
template <class Type> using same = typename identity<Type>::type;

}
#endif
";

/// The names of parameters that are squares. An engine numbers sides and kinds in its own way, so
/// these stay numbers.
const SQUARES: [&str; 7] = ["square", "a", "b", "king", "from", "to", "en_passant"];

/// A parameter of a C function.
struct Parameter<'t> {
    kind: &'t str,
    name: &'t str,
}

impl<'t> Parameter<'t> {
    fn read(text: &'t str) -> Parameter<'t> {
        let start = text.rfind([' ', '*']).expect("a type and a name") + 1;
        Parameter { kind: text[..start].trim_end(), name: &text[start..] }
    }

    /// The type that an engine has instead.
    fn template(&self) -> Option<&'static str> {
        match self.kind {
            "uint64_t" => Some("Set"),
            "unsigned" if SQUARES.contains(&self.name) => Some("Square"),
            _ => None,
        }
    }

    fn passed(&self) -> String {
        let Parameter { kind, name } = self;
        match self.template() {
            Some("Set") => format!("static_cast<uint64_t>({name})"),
            Some(_) => format!("static_cast<{kind}>({name})"),
            None => (*name).to_owned(),
        }
    }
}

/// The namespace of a header whose names begin with `name`, and the header without marks.
pub(crate) fn space(text: &str, name: &str, question: &str) -> (String, String) {
    let functions = text.split(EXPORT).skip(1).map(|marked| function(marked, name, question));
    let tables = text.split("SPACETIME_CONSTANT const ").skip(1).filter_map(|rest| {
        let table = rest.split_once('[')?.0.rsplit(' ').next()?.trim_start_matches("*const");
        let short = table.strip_prefix(name)?.strip_prefix('_')?;
        Some(format!("SPACETIME_SHARED constexpr const auto &{short} = {table};\n"))
    });
    let space = name.strip_prefix("spacetime_").unwrap_or(name);
    let tables: String = tables.collect();
    let gap = if tables.is_empty() { "" } else { "\n" };
    let body = functions.collect::<String>();
    let made = format!(
        "#ifdef __cplusplus\n{SAME}\n\
         /* The same for an engine's own squares and sets: integers, enums, and classes that can be \
         cast to\n * and from integers. */\nnamespace spacetime {{\nnamespace {space} {{\n\n{tables}{gap}{body}}}\n}}\n#endif\n"
    );
    (text.replace(EXPORT, ""), made)
}

/// The function that calls one of C.
fn function(marked: &str, name: &str, question: &str) -> String {
    let (_, rest) = marked.split_once("static inline ").expect("a function behind the mark");
    let (head, rest) = rest.split_once('(').expect("parameters");
    let (result, called) = head.rsplit_once(' ').expect("a result and a name");
    let (list, _) = rest.split_once(')').expect("an end of the parameters");
    let parameters: Vec<_> = list.split(',').map(|it| Parameter::read(it.trim())).collect();
    let short = called.strip_prefix(name).expect("the header's prefix").trim_start_matches('_');
    let short = if short.is_empty() { question } else { short };
    let has = |wanted: &str| parameters.iter().any(|it| it.template() == Some(wanted));
    let result = match result {
        "uint64_t" => "Set",
        // A question that is answered by yes or no.
        "int" => "bool",
        other => other,
    };
    let templates = match (has("Square"), has("Set"), result) {
        (false, false, _) => String::new(),
        (true, true, _) => "template <class Square, class Set>\n".to_owned(),
        (true, false, "Set") => "template <class Set = uint64_t, class Square>\n".to_owned(),
        (squares, _, _) => format!("template <class {}>\n", if squares { "Square" } else { "Set" }),
    };
    let mut seen = Vec::new();
    let own = parameters.iter().map(|parameter| {
        let Parameter { kind, name } = parameter;
        match parameter.template() {
            // The first says which type it is; a literal may follow.
            Some(template) if seen.contains(&template) => {
                format!("same<{template}> {name}")
            }
            Some(template) => {
                seen.push(template);
                format!("{template} {name}")
            }
            None if kind.ends_with('*') => format!("{kind}{name}"),
            None => format!("{kind} {name}"),
        }
    });
    let own = listed(&format!("inline {result} {short}("), own);
    let passed = parameters.iter().map(Parameter::passed);
    let (call, end) = match result {
        "void" => (format!("    {called}("), ""),
        "Set" => (format!("    return static_cast<Set>({called}("), ")"),
        "bool" => (format!("    return {called}("), " != 0"),
        _ => (format!("    return {called}("), ""),
    };
    let call = listed(&call, passed);
    let is_set = has("Set") || result == "Set";
    let sized = "    static_assert(sizeof(Set) == 8, \"a set has 64 bits\");\n";
    let sized = if is_set { sized } else { "" };
    format!("{templates}{own})\n{{\n{sized}{call}){end};\n}}\n\n")
}

/// Items with commas behind a beginning, in lines of 96 at most.
fn listed(begin: &str, items: impl Iterator<Item = String>) -> String {
    let (mut text, mut width) = (begin.to_owned(), begin.len());
    for (number, item) in items.enumerate() {
        let comma = if number == 0 { "" } else { "," };
        if width + comma.len() + 1 + item.len() > 94 {
            text.push_str(comma);
            text.push_str("\n        ");
            width = 8;
        } else if number > 0 {
            text.push_str(", ");
            width += 2;
        }
        width += item.len();
        text.push_str(&item);
    }
    text
}
