// Landscapes that the art crate has drawn: `cargo run -p bastide-art --example covers -- web/src/pictures`.
import type { BaseName } from "../wire/BaseName";
import type { BoxName } from "../wire/BoxName";
import bigBox from "./big-box.svg";
import fortress from "./fortress.svg";
import nobles from "./nobles-and-towers.svg";
import wheel from "./wheel.svg";
import winter from "./winter.svg";

/** What lies in each box; a base without a box of its own has none. */
export const covers: Readonly<Record<BoxName, string> & Partial<Record<BaseName, string>>> = { "big-box": bigBox, fortress, winter, wheel, "nobles-and-towers": nobles };
export { default as landscape } from "./landscape.svg";
