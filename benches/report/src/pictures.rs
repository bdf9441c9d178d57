//! The pictures that the README shows: figures with the colours of a light and of a dark page.

use crate::pages::{DRAWN, memory_against_time};
use crate::view::View;
use anyhow::{Context as _, Result};

/// The style that pages take their colours from.
const STYLE: &str = include_str!("../templates/page.css");

pub(crate) fn pictures(view: &View<'_>) -> Result<Vec<(String, String)>> {
    let plots = memory_against_time(view, DRAWN);
    let Some(plot) = plots.first() else { return Ok(Vec::new()) };
    // The first colours of the style are those of a light page, the second those of a dark one.
    let themes = STYLE.split(":root{").skip(1).zip(["light", "dark"]);
    let picture = |(style, theme): (&str, &str)| {
        let colours = style.split('}').next().context("expected colours in the style")?;
        let mut picture = plot.replacen(
            "<svg ",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12.5\" ",
            1,
        );
        for (name, colour) in colours.split(';').filter_map(|rule| rule.split_once(':')) {
            picture = picture.replace(&format!("var({name})"), colour);
        }
        Ok((format!("{DRAWN}-{theme}.svg"), picture))
    };
    themes.map(picture).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::usual_set;

    #[test]
    fn pictures_need_no_page() {
        let mut set = usual_set();
        let rename = |name: &mut String| *name = name.replace("sliders", DRAWN);
        set.records.studies.iter_mut().for_each(|study| rename(&mut study.name));
        set.records.variants.iter_mut().for_each(|variant| rename(&mut variant.study));
        set.records.tables.iter_mut().for_each(|table| rename(&mut table.study));
        let pictures = pictures(&View::new(&set)).unwrap();
        let [(light, one), (dark, two)] = &pictures[..] else { panic!("{pictures:?}") };
        assert_eq!([&**light, &**dark], ["between-light.svg", "between-dark.svg"]);
        for picture in [one, two] {
            assert!(picture.contains("xmlns=") && !picture.contains("var("), "{picture}");
        }
        assert!(one.contains("#1d2126") && two.contains("#e3e7eb"), "the colours of letters");
    }
}
