// The tests read English, as a page does after it has started.
import { reader } from "./index.svelte";

await reader.choose("en", false);
