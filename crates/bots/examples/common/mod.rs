//! What the programs for people have in common.
#![allow(dead_code, reason = "not every program needs everything")]

use bastide_rules::{Base, MODULES, Module, Options, box_named};

/// What is played: `classic`, the name of a box, or `everything` that goes together.
pub fn options(name: &str, players: usize) -> Result<Options, String> {
    let with = |base: Base, modules: &mut dyn Iterator<Item = Module>| {
        modules.fold(Options::new(base, players), |options, module| options.with(module))
    };
    match name {
        "classic" => Ok(Options::new(Base::Classic, players)),
        "everything" => {
            use Module::{Farmers, Gingerbread, InnsClassic, River, TradersClassic};
            let clashes = [Farmers, River, Gingerbread, InnsClassic, TradersClassic];
            let is_whole = |module: &Module| module.info().part_of.is_none() && !clashes.contains(module);
            Ok(with(Base::Classic, &mut MODULES.iter().map(|info| info.module).filter(is_whole)))
        }
        name => {
            let info = box_named(name).ok_or_else(|| format!("there is no box `{name}`"))?;
            Ok(with(info.base, &mut info.modules.iter().copied()))
        }
    }
}

/// Nanoseconds that this thread has spent on a processor; where the system does not tell, since the start.
pub fn processor_time() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    told.unwrap_or_else(|| {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed().as_nanos() as u64
    })
}
