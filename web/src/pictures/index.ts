// Landscapes that the art crate has drawn: `cargo run -p bastide-art --example covers -- web/src/pictures`.
import bigBox from "./big-box.svg";
import fortress from "./fortress.svg";
import nobles from "./nobles-and-towers.svg";
import wheel from "./wheel.svg";
import winter from "./winter.svg";

/** What lies in each box. */
export const covers: Partial<Record<string, string>> = { "big-box": bigBox, fortress, winter, wheel, "nobles-and-towers": nobles };
export { default as landscape } from "./landscape.svg";
