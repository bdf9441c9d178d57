//! Layouts of the kernels of three functions.

use super::*;
use crate::fixture::{hot, tables, three};
use crate::working_set::WorkingSet;
use crate::workload::Workload;
use std::collections::BTreeSet;

const QUERIES: Range<usize> = 5..1005;

/// The kernels of a large table and of two small ones.
fn workloads() -> Vec<Workload> {
    hot().0.into_iter().take(2).map(|mut it| it.workloads.remove(0).0).collect()
}

/// The templates of these.
fn templates() -> Vec<Template> {
    let (artefact, tables) = (Artefact::read(), tables());
    let template = |(workload, tables): (&Workload, &[Table])| {
        Template::of(artefact, &[workload.kernel], &["sampling"], tables).unwrap()
    };
    workloads().iter().zip([&tables[..1], &tables[1..]]).map(template).collect()
}

#[test]
#[cfg_attr(not(all(unix, target_arch = "x86_64")), ignore = "code is copied on x86-64 alone")]
fn a_copy_reads_a_table_of_its_own() {
    let templates = templates();
    let template = &templates[0];
    let workload = &workloads()[0];
    let sum_of =
        |placed: &Placed| (workload.run)(Some(placed.kernels[0]), 0, QUERIES, &WorkingSet::new(0));
    let mut loader = Loader::new().unwrap();
    let copies = loader.lay_out(1, &[template; 2]).unwrap();
    let table = Layout::draw(1, &[template; 2]).unwrap().offset(0, Object::Table(0));
    loader.arena.write(table, &vec![0; template.tables[0].bytes]);
    let sum = workload.sum(0, QUERIES);
    assert_ne!(sum_of(&copies[0]), sum);
    assert_eq!(sum_of(&copies[1]), sum);
}

#[test]
#[cfg_attr(not(all(unix, target_arch = "x86_64")), ignore = "code is copied on x86-64 alone")]
fn layouts_are_drawn_by_their_seed_and_nothing_overlaps() {
    let templates = templates();
    let draw = |seed| Layout::draw(seed, &templates.iter().collect::<Vec<_>>()).unwrap().0;
    assert_eq!(draw(1), draw(1));
    let mut residues = BTreeSet::new();
    for seed in 0..64 {
        let offsets = draw(seed);
        let kernel = (0, Object::Function(0));
        assert!(seed == 0 || offsets[&kernel] != draw(seed - 1)[&kernel]);
        residues.insert(offsets[&kernel] % 64);
        let bytes = |(number, object): &(usize, Object)| templates[*number].extent(*object).0;
        let mut ranges: Vec<_> =
            offsets.iter().map(|(object, offset)| *offset..offset + bytes(object)).collect();
        ranges.sort_by_key(|range| range.start);
        assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start));
        for (object, offset) in &offsets {
            let is_code = matches!(object.1, Object::Function(_));
            let part = if is_code { Arena::CODE } else { Arena::DATA };
            assert!(part.contains(offset) && offset + bytes(object) <= part.end);
        }
    }
    assert_eq!(residues.len(), 4, "a kernel begins at each multiple of 16 in a cache line");
}

#[test]
#[cfg_attr(not(all(unix, target_arch = "x86_64")), ignore = "code is copied on x86-64 alone")]
fn what_does_not_fit_is_an_error() {
    let templates = templates();
    let template = &templates[0];
    let templates = vec![template; 20_000];
    let error = Loader::new().unwrap().lay_out(1, &templates).unwrap_err();
    assert!(error.to_string().contains("no room"), "{error}");
}

/// Code may begin at any multiple of 16 in a page, tables at any line in several pages, and data
/// anywhere in their part of the arena.
#[test]
#[cfg_attr(not(all(unix, target_arch = "x86_64")), ignore = "code is copied on x86-64 alone")]
fn places_are_drawn_from_all_that_there_are() {
    let templates = templates();
    let templates: Vec<_> = templates.iter().collect();
    let draw = |seed| Layout::draw(seed, &templates).unwrap();
    let layouts: Vec<_> = (0..600).map(draw).collect();
    let distinct = |object, unit: usize, modulo: usize| {
        let places = layouts.iter().map(|layout| layout.offset(0, object) % modulo / unit);
        places.collect::<BTreeSet<_>>().len()
    };
    // Of 256 places, 600 draws leave 24 out.
    assert!(distinct(Object::Function(0), 16, 4096) > 200);
    assert!(distinct(Object::Table(0), 64, 4 * 4096) > 200);
    let pages = distinct(Object::Table(0), PAGE, usize::MAX);
    assert!(pages > 400, "{pages} pages");
    let places = layouts.iter().map(|layout| layout.offset(0, Object::Table(0)));
    let (first, last) = (places.clone().min().unwrap(), places.max().unwrap());
    assert!(last - first > Arena::DATA.len() * 4 / 5, "{first} to {last}");
    // Which comes first is drawn, too.
    let is_first = |layout: &&Layout| {
        let [first, second] = [0, 1].map(|n| layout.offset(n, Object::Function(0)));
        first < second
    };
    let first = layouts.iter().filter(is_first).count();
    assert!((200..400).contains(&first), "{first} of 600");
}

#[test]
#[cfg_attr(not(all(unix, target_arch = "x86_64")), ignore = "code is copied on x86-64 alone")]
fn a_layout_follows_its_seed_and_tells_the_places_of_its_tables() {
    let templates = templates();
    let templates: Vec<_> = templates.iter().collect();
    let mut loader = Loader::new().unwrap();
    let mut lay_out = |seed| {
        let placed = loader.lay_out(seed, &templates).unwrap();
        placed.into_iter().map(|it| it.tables).collect::<Vec<_>>()
    };
    let [first, second, again] = [1, 2, 1].map(&mut lay_out);
    assert_eq!(first, again);
    assert_ne!(first, second);
    let layout = Layout::draw(1, &templates).unwrap();
    let start = layout.offset(0, Object::Table(0));
    assert_eq!((first[0].len(), &first[0][0]), (1, &(start..start + 8 * 4096)));
    assert!(templates.iter().all(|template| template.moves_a_table()));
    let calculated = three().contenders()[2].workloads[0].0.kernel;
    let calculated = Template::of(Artefact::read(), &[calculated], &["sampling"], &[]).unwrap();
    assert!(!calculated.moves_a_table());
    // Linux alone lets a program order its pages.
    assert_eq!(loader.one_draw().is_none(), cfg!(target_os = "linux"));
}
