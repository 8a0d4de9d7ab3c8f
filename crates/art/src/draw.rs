//! A tile as SVG: ground, water, roads, cities, then everything that stands on them from back to
//! front.
//!
//! Whatever touches the rim is flat and follows one profile per kind of edge, so that any two
//! tiles that may lie side by side meet exactly. Ornaments keep away from the rim.

use std::f32::consts::PI;
use std::fmt::Write as _;

use bastide_rules::tile::{CropCircle, Goods};
use bastide_rules::{Feature, Rotation, Tile, catalogue};

use crate::geom::{Dice, Path, Point, distance_to, p};
use crate::glyphs;
use crate::layout::{Bridge, CityShape, Deck, Layout, Mark, RIVER, ROAD, Spot, layout};
use crate::palette::Palette;
use crate::svg::{Canvas, closed, data, number};

/// Something that stands on the tile; drawn in the order of its foot.
struct Item {
    depth: f32,
    name: &'static str,
    class: &'static str,
    at: Point,
    scale: f32,
}

struct Drawing<'a> {
    canvas: &'a mut Canvas,
    tile: &'a Tile,
    layout: &'a Layout,
    rotation: Rotation,
    dice: Dice,
    items: Vec<Item>,
}

/// The houses of one tile; few kinds, so that a single tile stays small.
const HOUSES: [[&str; 3]; 4] = [["h0", "h1", "h0"], ["h0", "h3", "h0"], ["h2", "h1", "h2"], ["h2", "h3", "h2"]];
const TREES: [[&str; 3]; 4] = [["t0", "t1", "t0"], ["t0", "t2", "t0"], ["t1", "t3", "t1"], ["t0", "t3", "t0"]];

/// Draws a tile with its north-west corner at the origin.
pub(crate) fn draw_tile(canvas: &mut Canvas, tile: &Tile, rotation: Rotation, copy: u16) {
    let dice = Dice::new(&[catalogue::set_of(tile).name, tile.name], u64::from(copy) + 1);
    let layout = layout(tile);
    let mut drawing = Drawing { canvas, tile, layout, rotation, dice, items: Vec::new() };
    drawing.ground();
    drawing.rivers();
    drawing.roads();
    drawing.circles();
    drawing.cities();
    drawing.bridges();
    if !drawing.canvas.palette.is_plain() {
        drawing.houses();
        drawing.plants();
    }
    drawing.walls_and_gates();
    drawing.buildings();
    drawing.flush();
    drawing.symbols();
}

impl Drawing<'_> {
    fn turned(&self, at: Point) -> Point {
        at.rotated(self.rotation)
    }

    fn item(&mut self, name: &'static str, class: &'static str, at: Point) {
        // Whole units are exact enough for small things, and shorter.
        let at = if class.is_empty() { p(at.x.round(), at.y.round()) } else { at };
        self.items.push(Item { depth: at.y, name, class, at, scale: 1.0 });
    }

    fn flush(&mut self) {
        self.items.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        for item in std::mem::take(&mut self.items) {
            self.canvas.scaled(item.name, item.class, item.at, item.scale);
        }
    }

    fn is_field(&self, label: u8) -> bool {
        self.tile.segments.get(usize::from(label)).is_some_and(|s| s.feature == Feature::Field)
    }

    // Flat things.

    fn ground(&mut self) {
        let colour = self.canvas.colour('g');
        let _ = write!(self.canvas.out, "<path fill=\"{colour}\" d=\"M0 0h100v100H0z\"/>");
        if self.canvas.palette.is_plain() {
            return;
        }
        let fields = self.layout.field_cells;
        let patches = fields / 1800;
        let patch = if self.dice.unit() < 0.6 { "l" } else { "k" };
        for _ in 0..patches {
            let at = p(self.dice.range(27.0, 73.0).round(), self.dice.range(27.0, 73.0).round());
            let at = self.turned(at);
            self.canvas.sprite(patch, "", at);
        }
        // Tilled plots where there is room for them.
        let crop = ["p", "o", "p", "i"][self.dice.below(4)];
        // Snow lies on every field in winter.
        let crop = if self.canvas.palette == Palette::Winter { "p" } else { crop };
        let mut plots: Vec<Point> = Vec::new();
        for _ in 0..24 {
            let at = p(self.dice.range(14.0, 86.0), self.dice.range(14.0, 86.0));
            if plots.len() < 3 && self.is_free(at, 9.5, 7.0) && plots.iter().all(|other| other.distance(at) > 24.0) {
                plots.push(at);
                let turned = self.turned(p(at.x.round(), at.y.round()));
                self.canvas.sprite(crop, "", turned);
            }
        }
    }

    /// Whether the point lies in a field with this much room, away from symbols.
    fn is_free(&self, at: Point, room: f32, from_spots: f32) -> bool {
        if !(1.0..99.0).contains(&at.x) || !(1.0..99.0).contains(&at.y) {
            return false;
        }
        let cell = at.y as usize * crate::layout::GRID + at.x as usize;
        self.is_field(self.layout.mask[cell])
            && self.layout.room[cell] >= room
            && self.layout.spots.iter().all(|spot| spot.at.distance(at) > spot.radius + from_spots)
            && self.layout.gates.iter().all(|(gate, _)| gate.distance(at) > 9.0)
    }

    fn rivers(&mut self) {
        if self.layout.rivers.is_empty() {
            return;
        }
        let lines: Vec<Path> = self.layout.rivers.iter().map(|river| river.rotated(self.rotation)).collect();
        let course = data(&lines);
        let lake = self.layout.lake.map(|(centre, rx, ry)| {
            let turn = self.rotation.quarter_turns() % 2 == 1;
            let (rx, ry) = if turn { (ry, rx) } else { (rx, ry) };
            (self.turned(centre), rx, ry)
        });
        let _ = write!(self.canvas.out, "<g class=\"river\" fill=\"none\">");
        self.canvas.stroke('a', RIVER, &course, "");
        if let Some((centre, rx, ry)) = lake {
            let shape = closed(&crate::geom::circle(centre, rx, ry));
            self.canvas.fill('a', &shape);
        }
        self.canvas.stroke('b', RIVER - 2.8, &course, "");
        if let Some((centre, rx, ry)) = lake {
            let shape = closed(&crate::geom::circle(centre, rx - 1.6, ry - 1.6));
            self.canvas.fill('b', &shape);
        }
        if !self.canvas.palette.is_plain() {
            let inner: Vec<Path> = lines.iter().map(|line| line.trimmed(7.0)).collect();
            let more = "stroke-linecap=\"round\" stroke-dasharray=\"5 9\"";
            let shifted = |x: f32, y: f32| -> Vec<Path> {
                inner.iter().map(|line| line.map(|at| p(at.x + x, at.y + y))).collect()
            };
            self.canvas.stroke('i', 1.0, &data(&shifted(-1.4, -1.4)), more);
            self.canvas.stroke(
                'B',
                0.8,
                &data(&shifted(2.0, 2.0)),
                "stroke-linecap=\"round\" stroke-dasharray=\"4 8\" stroke-dashoffset=\"6\"",
            );
            if let Some((centre, rx, _)) = lake {
                let _ = write!(
                    self.canvas.out,
                    "<path stroke=\"{}\" stroke-width=\".9\" stroke-linecap=\"round\" d=\"M",
                    self.canvas.colour('i')
                );
                number(&mut self.canvas.out, centre.x - rx * 0.5);
                self.canvas.out.push(' ');
                number(&mut self.canvas.out, centre.y - 3.0);
                self.canvas.out.push_str("h5m4 5h6m-10 3h4m1-11h5\"/>");
            }
        }
        self.canvas.out.push_str("</g>");
    }

    /// Crop circles; roads end at their rim.
    fn circles(&mut self) {
        let spots: Vec<Spot> = self.layout.spots.clone();
        for spot in spots {
            let at = self.turned(spot.at);
            if let Mark::CropCircle(kind) = spot.mark {
                if self.tile.note.contains("fills all room") {
                    let along = self.turned(p(100.0, 0.0)).minus(self.turned(p(0.0, 100.0)));
                    let angle = along.y.atan2(along.x).to_degrees();
                    let fill = self.canvas.colour('f');
                    let _ = write!(
                        self.canvas.out,
                        "<ellipse cx=\"50\" cy=\"50\" rx=\"62\" ry=\"14\" fill=\"{fill}\" transform=\"rotate({angle:.0} 50 50)\"/>"
                    );
                }
                self.canvas.used.insert("crop");
                let prefix = self.canvas.palette.prefix();
                let _ = write!(
                    self.canvas.out,
                    "<use class=\"crop-circle\" href=\"#{prefix}crop\" transform=\"translate({:.1} {:.1})scale({:.2})\"/>",
                    at.x,
                    at.y,
                    spot.radius / 16.0
                );
                let icon = match kind {
                    CropCircle::Pitchfork => "fork",
                    CropCircle::Club => "club",
                    CropCircle::Shield => "arms",
                };
                self.canvas.sprite(icon, crop_word(kind), at);
            }
        }
    }

    fn roads(&mut self) {
        let lines: Vec<Path> =
            self.layout.roads.iter().flat_map(|road| &road.lines).map(|line| line.rotated(self.rotation)).collect();
        if lines.is_empty() {
            return;
        }
        draw_roads(self.canvas, &lines);
        for spot in self.layout.spots.clone() {
            let at = self.turned(spot.at);
            match spot.mark {
                Mark::FerryLake => {
                    self.canvas.sprite("ferry", "ferry-lake", at);
                    self.landing_stages(spot.at);
                }
                Mark::Village => self.plaza(at),
                _ => {}
            }
        }
    }

    fn plaza(&mut self, at: Point) {
        let mut out = String::from("<circle cx=\"");
        number(&mut out, at.x);
        out.push_str("\" cy=\"");
        number(&mut out, at.y);
        out.push_str("\" r=\"7.4\" fill=\"@d\" stroke=\"@P\"/>");
        self.canvas.tinted(&out);
    }

    fn landing_stages(&mut self, centre: Point) {
        let mut stages = Vec::new();
        for line in self.layout.roads.iter().flat_map(|road| &road.lines) {
            let into = centre.minus(line.start).unit();
            let from = self.turned(centre.minus(into.times(16.5)));
            let to = self.turned(centre.minus(into.times(8.5)));
            stages.push(Path::new(from).line(to));
        }
        let stages = data(&stages);
        self.canvas.stroke('H', 5.6, &stages, "fill=\"none\"");
        self.canvas.stroke('h', 4.6, &stages, "fill=\"none\" stroke-dasharray=\"1.3 .4\"");
    }

    // Cities.

    fn cities(&mut self) {
        let cities: Vec<CityShape> = self.layout.cities.clone();
        for city in &cities {
            let outline = closed(&city.outline.rotated(self.rotation));
            let colour = self.canvas.colour('c');
            let _ = write!(self.canvas.out, "<path class=\"city\" fill=\"{colour}\" d=\"{outline}\"/>");
        }
        if cities.is_empty() {
            return;
        }
        let walls: Vec<Path> =
            cities.iter().flat_map(|city| &city.walls).map(|wall| wall.rotated(self.rotation)).collect();
        draw_walls(self.canvas, &walls);
    }

    fn bridges(&mut self) {
        for bridge in self.layout.bridges.clone() {
            self.bridge(&bridge);
        }
        let tunnels = self.layout.tunnels.clone();
        for (at, into) in tunnels {
            let at = self.turned(at);
            let turn = Point::new(50.0, 50.0).plus(into).rotated(self.rotation).minus(p(50.0, 50.0));
            let angle = (turn.y.atan2(turn.x) + PI / 2.0).to_degrees();
            self.canvas.used.insert("mouth");
            let prefix = self.canvas.palette.prefix();
            let _ = write!(
                self.canvas.out,
                "<use class=\"tunnel\" href=\"#{prefix}mouth\" transform=\"translate({:.1} {:.1})rotate({angle:.0})\"/>",
                at.x, at.y
            );
        }
    }

    fn bridge(&mut self, bridge: &Bridge) {
        let at = self.turned(bridge.at);
        let along = p(50.0, 50.0).plus(bridge.along).rotated(self.rotation).minus(p(50.0, 50.0));
        let across = p(-along.y, along.x);
        let quad = |half: f32, width: f32, by: Point| -> String {
            let corner = |u: f32, v: f32| at.plus(along.times(u * half)).plus(across.times(v * width)).plus(by);
            closed(
                &Path::new(corner(-1.0, -1.0)).line(corner(1.0, -1.0)).line(corner(1.0, 1.0)).line(corner(-1.0, 1.0)),
            )
        };
        let zero = p(0.0, 0.0);
        match bridge.deck {
            Deck::Road => {
                let half = if bridge.half > 20.0 { 28.0 } else { bridge.half };
                let shadow = quad(half - 1.0, 5.6, p(1.8, 2.4));
                let _ = write!(self.canvas.out, "<path opacity=\".25\" d=\"{shadow}\"/>");
                let _ = write!(self.canvas.out, "<g class=\"bridge\" fill=\"none\">");
                self.canvas.fill('o', &quad(half, 6.6, zero));
                self.canvas.fill('s', &quad(half - 0.4, 6.1, zero));
                self.canvas.fill('o', &quad(half, 4.3, zero));
                self.canvas.fill('p', &quad(half + 0.6, 3.7, zero));
                // Planks.
                let plank = Path::new(at.minus(along.times(half))).line(at.plus(along.times(half)));
                self.canvas.stroke('d', 7.0, &data([&plank]), "stroke-dasharray=\".5 2.3\"");
                self.canvas.out.push_str("</g>");
            }
            Deck::City => {
                let _ = write!(self.canvas.out, "<g class=\"bridge\" fill=\"none\">");
                let mut rails = Vec::new();
                for way in [-1.0, 1.0] {
                    let side = across.times(8.5 * way);
                    let half = along.times(bridge.half - 0.5);
                    rails.push(Path::new(at.plus(side).minus(half)).line(at.plus(side).plus(half)));
                }
                let rails = data(&rails);
                self.canvas.stroke('o', 3.6, &rails, "");
                self.canvas.stroke('s', 2.6, &rails, "");
                self.canvas.stroke('S', 2.6, &rails, "stroke-dasharray=\".9 1.7\"");
                self.canvas.out.push_str("</g>");
            }
        }
    }

    // Standing things.

    fn houses(&mut self) {
        let names = HOUSES[self.dice.below(HOUSES.len())];
        let trees = TREES[self.dice.clone().below(TREES.len())];
        let cities: Vec<CityShape> = self.layout.cities.clone();
        for city in &cities {
            let walls: Vec<Vec<Point>> = city.walls.iter().map(Path::flat).collect();
            let mut row = 0;
            let mut y = 4.0;
            while y < 99.0 {
                let mut x = if row % 2 == 0 { 6.0 } else { 11.3 };
                while x < 98.0 {
                    let at = p(x + self.dice.range(-1.6, 1.6), y + self.dice.range(-1.2, 1.2));
                    let name = names[self.dice.below(3)];
                    let name = if self.dice.unit() < 0.09 { trees[1] } else { name };
                    let skip = self.dice.unit() < 0.04;
                    x += 10.6;
                    if skip || usize::from(self.layout.label(at)) != city.segment {
                        continue;
                    }
                    let turned = self.turned(at);
                    let turned = p(turned.x.clamp(6.8, 90.4), turned.y.clamp(12.8, 97.4));
                    let back = turned.rotated(self.rotation.inverse());
                    let top = p(turned.x, turned.y - 6.0).rotated(self.rotation.inverse());
                    let from_walls = walls.iter().map(|wall| distance_to(wall, back)).fold(f32::MAX, f32::min);
                    let top_walls = walls.iter().map(|wall| distance_to(wall, top)).fold(f32::MAX, f32::min);
                    if from_walls < 5.0 || top_walls < 2.0 || usize::from(self.layout.label(top)) != city.segment {
                        continue;
                    }
                    let near = self.layout.spots.iter().any(|spot| {
                        spot.at.distance(back) < spot.radius + 4.0 || spot.at.distance(top) < spot.radius + 1.0
                    });
                    let on_bridge = self.layout.bridges.iter().any(|bridge| {
                        let d = back.minus(bridge.at);
                        let along = d.x * bridge.along.x + d.y * bridge.along.y;
                        let aside = (d.x * bridge.along.y - d.y * bridge.along.x).abs();
                        along.abs() < bridge.half + 5.0 && aside < 13.0
                    });
                    let at_gate = self.layout.gates.iter().any(|(gate, _)| gate.distance(back) < 8.5);
                    let crowded = self
                        .items
                        .iter()
                        .any(|item| (item.at.x - turned.x).abs() < 7.6 && (item.at.y - turned.y).abs() < 5.0);
                    if !(near || on_bridge || at_gate || crowded) {
                        self.item(name, "", turned);
                    }
                }
                y += 8.8;
                row += 1;
            }
        }
    }

    fn plants(&mut self) {
        let trees = TREES[self.dice.below(TREES.len())];
        let winter = self.canvas.palette == Palette::Winter;
        let area = self.layout.field_cells;
        let most = 1 + area / 1300;
        let mut groves = 0;
        for _ in 0..34 {
            let centre = p(self.dice.range(6.0, 94.0), self.dice.range(6.0, 94.0));
            let kind = self.dice.below(3);
            let many = 1 + self.dice.below(4);
            if groves >= most || !self.is_free(centre, 4.0, 5.0) {
                continue;
            }
            groves += 1;
            if groves % 4 == 2 {
                let turned = self.turned(centre);
                let ends = [-9.0, 9.0].map(|x| p(turned.x + x, turned.y).rotated(self.rotation.inverse()));
                if ends.iter().all(|&end| self.is_free(end, 3.0, 3.0)) && self.is_free(centre, 4.0, 6.0) {
                    self.item("e", "", turned);
                    continue;
                }
            }
            for i in 0..many {
                let by = self.dice.angle();
                let far = if i == 0 { 0.0 } else { self.dice.range(4.0, 7.0) };
                let mixed = self.dice.unit() < 0.3;
                let other = self.dice.below(3);
                let at = centre.polar(by, far);
                let name = trees[if mixed { other } else { kind }];
                self.plant(name, at, 2.6);
            }
        }
        for i in 0..10 {
            let at = p(self.dice.range(5.0, 95.0), self.dice.range(5.0, 95.0));
            if self.is_free(at, 2.5, 1.0) {
                let turned = self.turned(at);
                let name = match i % 8 {
                    0 if !winter => "f",
                    1 if !winter && self.is_free(at, 7.0, 4.0) => "y",
                    _ => "g",
                };
                if turned.y > 6.0 && turned.y < 97.0 {
                    self.item(name, "", turned);
                }
            }
        }
    }

    fn plant(&mut self, name: &'static str, at: Point, room: f32) {
        let turned = self.turned(at);
        if !(6.4..93.0).contains(&turned.x) || !(12.6..97.6).contains(&turned.y) || !self.is_free(at, room, 4.0) {
            return;
        }
        let label = self.layout.label(at);
        let anchored = |spot: &Point| spot.distance(at) < 6.0;
        if self.layout.anchors.get(usize::from(label)).and_then(|spots| spots.first()).is_some_and(anchored) {
            return;
        }
        // The crown must not hide a road or a wall behind it.
        let top = p(turned.x, turned.y - 6.0).rotated(self.rotation.inverse());
        let middle = p(turned.x, turned.y - 3.0).rotated(self.rotation.inverse());
        let right = p(turned.x + 3.4, turned.y - 4.0).rotated(self.rotation.inverse());
        let left = p(turned.x - 3.4, turned.y - 4.0).rotated(self.rotation.inverse());
        let clear = [top, middle, left, right].iter().all(|&at| self.layout.label(at) == label);
        let crowded = self.items.iter().any(|item| item.at.distance(turned) < 3.2);
        if (clear || name == "t2") && !crowded {
            self.item(name, "", turned);
        }
    }

    fn walls_and_gates(&mut self) {
        let gates = self.layout.gates.clone();
        let towers: Vec<Point> = self.layout.cities.iter().flat_map(|city| city.towers.clone()).collect();
        for post in towers {
            let busy = self.layout.tunnels.iter().any(|(mouth, _)| mouth.distance(post) < 20.0)
                || gates.iter().any(|(gate, _)| gate.distance(post) < 12.0)
                || self.layout.bridges.iter().any(|bridge| {
                    let d = post.minus(bridge.at);
                    (d.x * bridge.along.y - d.y * bridge.along.x).abs() < 9.0
                })
                || self
                    .layout
                    .roads
                    .iter()
                    .flat_map(|road| &road.lines)
                    .any(|line| distance_to(&line.flat(), post) < 7.0)
                || self.layout.spots.iter().any(|spot| spot.at.distance(post) < spot.radius);
            let turned = self.turned(post);
            if !busy && turned.to_rim() > 4.0 && turned.y > 11.5 {
                self.item("tw", "", turned);
            }
        }
        let blocked = self.tile.note.contains("between city and road");
        for (gate, _) in gates.into_iter().filter(|_| !blocked) {
            let at = self.turned(gate);
            self.item("gate", "gate", at);
        }
    }

    fn buildings(&mut self) {
        for spot in self.layout.spots.clone() {
            let at = self.turned(spot.at);
            match spot.mark {
                Mark::Monastery => self.item("mon", "monastery", at),
                Mark::Garden => self.item("garden", "garden", at),
                Mark::Shrine => self.item("shrine", "shrine", at),
                Mark::Inn => self.item("inn", "inn", at),
                Mark::Cathedral => self.item("cath", "cathedral", p(at.x, at.y + 4.0)),
                Mark::Volcano => self.item("volcano", "volcano", at),
                Mark::Tower => self.item("tower", "tower", at),
                Mark::Portal => self.item("portal", "portal", at),
                Mark::Hut => self.item("hut", "", at),
                Mark::Source => self.item("source", "source", at),
                Mark::Village => self.village(at),
                Mark::PigHerd => {
                    for (x, y) in [(-4.5, -2.5), (4.5, -0.5), (-1.5, 4.5)] {
                        self.item("pig", "pig-herd", p(at.x + x, at.y + y));
                    }
                }
                Mark::Animal(animal) => self.animal(animal, at),
                Mark::Lake => {
                    if let Some(last) = self.layout.lake {
                        let reed = self.turned(last.0).plus(p(-last.1 * 0.6, last.2 * 0.75));
                        if self.turned(last.0).to_rim() > 12.0 {
                            self.item("g", "lake", reed);
                        }
                    }
                }
                _ => {}
            }
            if let Some(last) = self.items.last_mut().filter(|_| spot.scale < 1.0) {
                last.scale = spot.scale;
            }
        }
    }

    fn village(&mut self, at: Point) {
        self.item("well", "village", at);
        if self.canvas.palette.is_plain() {
            return;
        }
        let names = HOUSES[self.dice.below(HOUSES.len())];
        let places = [(-13.0, -8.0), (12.0, -7.5), (-14.0, 16.5), (12.5, 17.5), (-23.0, -9.0), (22.0, 18.0)];
        for (x, y) in places {
            let name = names[self.dice.below(3)];
            let turned = at.plus(p(x + self.dice.range(-1.5, 1.5), y + self.dice.range(-1.5, 1.0)));
            let back = |at: Point| at.rotated(self.rotation.inverse());
            let crowded = self.items.iter().any(|item| {
                item.name.starts_with('h') && (item.at.x - turned.x).abs() < 9.0 && (item.at.y - turned.y).abs() < 6.0
            });
            let corners = [(-5.0, 0.5), (6.0, 0.5), (-4.0, -6.0), (5.0, -6.0), (0.0, -8.5)];
            let stands = corners.iter().all(|&(x, y)| {
                let corner = back(turned.plus(p(x, y)));
                self.is_field(self.layout.label(corner)) && self.layout.to_ways(corner) > 0.2
            });
            let foot = back(turned);
            let marks = self.layout.spots.iter().filter(|spot| spot.mark != Mark::Village);
            if !crowded
                && stands
                && marks.into_iter().all(|spot| {
                    spot.at.distance(foot) > spot.radius + 4.0
                        && spot.at.distance(back(turned.plus(p(0.0, -7.0)))) > spot.radius + 4.5
                })
            {
                self.items.retain(|item| item.at.distance(turned) > 6.0);
                self.item(name, "", turned);
            }
        }
    }

    fn animal(&mut self, animal: &str, at: Point) {
        let (name, places): (&'static str, &[(f32, f32)]) = match animal {
            "wild boar" => ("boar", &[(-3.0, -1.5), (4.0, 3.0)]),
            "wolves" => ("wolf", &[(-3.0, -2.5), (3.5, 3.0)]),
            "foxes at a frozen pond" => ("fox", &[(-2.0, -4.0), (3.0, 3.5)]),
            "bear" => ("bear", &[(0.0, 0.0)]),
            "ravens" => ("raven", &[(-4.0, -2.0), (3.5, -3.5), (1.0, 3.0)]),
            "deer" => ("deer", &[(-3.0, -1.0), (4.0, 2.5)]),
            "lynx" => ("lynx", &[(0.0, 0.0)]),
            _ => return,
        };
        for &(x, y) in places {
            self.item(name, "animal", p(at.x + x, at.y + y));
        }
    }

    // Symbols on top of everything.

    fn symbols(&mut self) {
        for spot in self.layout.spots.clone() {
            let at = self.turned(spot.at);
            match spot.mark {
                Mark::Shield => self.canvas.scaled("shield", "shield", at, spot.scale),
                Mark::Princess => self.canvas.scaled("princess", "princess", at, spot.scale),
                Mark::Goods(Goods::Chicken) => self.canvas.scaled("chicken", "goods chicken", at, spot.scale),
                Mark::Goods(Goods::Wheat) => self.canvas.scaled("wheat", "goods wheat", at, spot.scale),
                Mark::Goods(Goods::Cloth) => self.canvas.scaled("cloth", "goods cloth", at, spot.scale),
                Mark::Goods(Goods::Wine) => self.canvas.scaled("wine", "goods wine", at, spot.scale),
                Mark::Goods(Goods::Grain) => self.canvas.scaled("grain", "goods grain", at, spot.scale),
                Mark::Dragon => self.canvas.scaled("dragon", "dragon", at, spot.scale),
                Mark::Gold => self.canvas.scaled("gold", "gold", at, spot.scale),
                Mark::Magic => self.canvas.scaled("magic", "magic", at, spot.scale),
                Mark::Sack => self.canvas.scaled("sack", "sack", at, spot.scale),
                Mark::Gingerbread => self.canvas.scaled("gbread", "gingerbread", at, spot.scale),
                Mark::Wheel(n) => {
                    self.canvas.scaled("wheel", "wheel", at, spot.scale);
                    let digit = char::from(b'0' + n % 10);
                    glyphs::text(&mut self.canvas.out, &digit.to_string(), p(at.x, at.y), 5.4, "#5a2018", 1.3);
                }
                Mark::Flying(direction) => {
                    let (x, y) = direction.rotated(self.rotation).step();
                    let way = p(f32::from(x), f32::from(y)).unit();
                    let side = p(-way.y, way.x);
                    let body = at.minus(way.times(3.0));
                    self.canvas.sprite("fly", "flying", body);
                    let tip = at.plus(way.times(15.0));
                    let q = |u: f32, v: f32| tip.minus(way.times(u)).plus(side.times(v));
                    let arrow = Path::new(tip)
                        .line(q(6.0, 4.4))
                        .line(q(5.2, 1.5))
                        .line(q(9.5, 1.2))
                        .line(q(9.5, -1.2))
                        .line(q(5.2, -1.5))
                        .line(q(6.0, -4.4));
                    let arrow = closed(&arrow);
                    let _ = write!(
                        self.canvas.out,
                        "<path class=\"arrow\" fill=\"{}\" stroke=\"{}\" stroke-width=\".7\" d=\"{arrow}\"/>",
                        self.canvas.colour('e'),
                        self.canvas.colour('n')
                    );
                }
                _ => {}
            }
        }
    }
}

/// Walls along these lines, with battlements and a shadow; flat where they start and end.
pub(crate) fn draw_walls(canvas: &mut Canvas, walls: &[Path]) {
    let course = data(walls);
    canvas.out.push_str("<g fill=\"none\">");
    if canvas.palette.is_plain() {
        canvas.stroke('o', 3.6, &course, "");
        canvas.stroke('s', 1.6, &course, "");
        canvas.out.push_str("</g>");
        return;
    }
    let inner: Vec<Path> = walls.iter().filter(|wall| wall.pieces.len() > 1).map(Path::without_stubs).collect();
    let by = |x: f32, y: f32, cut: f32| -> Vec<Path> {
        // A wall that ends in a corner keeps its shadow inside the tile.
        let inside = |v: f32, low: f32| if (0.0..4.0).contains(&low) { v.clamp(2.4, 97.6) } else { v };
        inner
            .iter()
            .map(|wall| wall.map(|at| p(inside(at.x + x, at.to_rim()), inside(at.y + y, at.to_rim()))).trimmed(cut))
            .collect()
    };
    if !inner.is_empty() {
        let shadow = data(&by(1.6, 2.2, 2.0));
        let _ = write!(canvas.out, "<path stroke=\"#000\" opacity=\".2\" stroke-width=\"3.6\" d=\"{shadow}\"/>");
        canvas.stroke('C', 3.4, &data(&by(0.0, 1.3, 0.6)), "");
    }
    canvas.stroke('o', 3.6, &course, "");
    canvas.stroke('s', 2.6, &course, "");
    if !inner.is_empty() {
        canvas.stroke('S', 2.6, &data(&inner), "stroke-dasharray=\".9 1.7\" stroke-dashoffset=\"-1\"");
    }
    canvas.out.push_str("</g>");
}

/// Roads along these lines, flat where they start and end.
pub(crate) fn draw_roads(canvas: &mut Canvas, lines: &[Path]) {
    let _ = write!(canvas.out, "<g class=\"roads\" fill=\"none\">");
    let all = data(lines);
    let plain = canvas.palette.is_plain();
    canvas.stroke('P', ROAD, &all, "");
    canvas.stroke('p', ROAD - if plain { 2.4 } else { 1.8 }, &all, "");
    if !plain {
        let inner: Vec<Path> = lines.iter().map(|line| line.trimmed(4.0)).collect();
        let ruts =
            |side: f32| -> Vec<Path> { inner.iter().map(|line| line.map(|at| p(at.x + side, at.y + side))).collect() };
        canvas.stroke('d', 0.8, &data(ruts(-1.1).iter().chain(&ruts(1.1))), "stroke-dasharray=\"4 1.5 2 2.5\"");
    }
    canvas.out.push_str("</g>");
}

fn crop_word(kind: CropCircle) -> &'static str {
    match kind {
        CropCircle::Pitchfork => "pitchfork",
        CropCircle::Club => "club",
        CropCircle::Shield => "crop-shield",
    }
}
