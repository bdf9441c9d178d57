//! The published schemas are those of the types. `.ci/schemas` runs this, and has another program hold
//! all committed records against them.

use super::whole::assert_whole;
use crate::Answers;
use records::{Records, SCHEMA};
use schemars::Schema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// A schema as it is published, with the version of the format.
fn published(schema: Schema, title: &str) -> String {
    let mut schema = schema;
    schema.insert("title".to_owned(), json!(title));
    let version = schema.pointer_mut("/properties/schema");
    if let Some(version) = version.and_then(Value::as_object_mut) {
        version.insert("const".to_owned(), json!(SCHEMA));
    }
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}

#[test]
fn the_published_schemas_are_those_of_the_types() {
    let settings = SchemaSettings::draft2020_12;
    // Readers refuse what they do not know, and take what a writer leaves out.
    let records = settings().into_generator().into_root_schema_for::<Records>();
    let answers = settings().for_serialize().into_generator().into_root_schema_for::<Answers>();
    assert_whole(&[
        ("../../../../../reports/records.schema.json", published(records, "records.json")),
        ("../../../../../reports/answers.schema.json", published(answers, "answers.json")),
    ]);
}
