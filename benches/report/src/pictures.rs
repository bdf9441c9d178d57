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
