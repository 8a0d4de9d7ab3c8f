// Which answers of a decision are shown where: on the board, on the track, beside players, as buttons, and which number
// key chooses which. Pure, and without any rule of the game: what is offered comes from the server.
import type { FeatureName } from "../../wire/FeatureName";
import type { OptionView } from "../../wire/OptionView";
import type { PieceName } from "../../wire/PieceName";
import type { Spot } from "../board/geometry";
import type { Shown } from "./state";
import * as words from "./words";

/** What is chosen before the place, because there are many: a figure, with very many places also the feature on which it goes. */
export type Role = { figure: PieceName; on: FeatureName | null };
export const isSameRole = (a: Role | null, b: Role | null): boolean => a?.figure === b?.figure && a?.on === b?.on;

export type Choices = {
  /** The ways to use this step of the turn, and the one whose places are shown. */
  ways: words.Way[];
  /** None where nothing is to be chosen. */
  way: words.Way | "";
  /** The roles that are chosen first because there are many places, or none. */
  roles: Role[];
  role: Role | null;
  /** What is touched on the board now. */
  onBoard: OptionView[];
  /** Places of other ways that are there to be touched at any time. */
  others: OptionView[];
  onTrack: OptionView[];
  /** Answers that are players or their prisoners. */
  onPanel: OptionView[];
  /** What has a button beside the question. */
  chips: OptionView[];
  /** The number key of an answer, by its action. It is shown wherever the answer is, and nowhere else. */
  numbers: ReadonlyMap<string, number>;
  /** Everything that can be answered without choosing another way or figure first. */
  listed: OptionView[];
};

/** What the player has asked to see, and how places are called. */
export type Wish = {
  way: words.Way | null;
  role: Role | null;
  featureAt: (spot: Spot) => FeatureName | null;
  /** What stands on a small button. */
  shortName: (option: OptionView) => string;
};

const KEYS = 9;
/** More places than these for several figures: first the figure. */
const MANY = 5;
/** And more than these: first its role. */
const VERY_MANY = 16;

/** Where an answer is chosen, besides the buttons. */
const CHOSEN: Readonly<Record<OptionView["target"]["on"], "board" | "track" | "seats" | "captives" | "buttons" | null>> = {
  // The tile in hand has places of its own.
  cell: null,
  segment: "board",
  figure: "board",
  region: "board",
  tile: "board",
  part: "board",
  seize: "board",
  floor: "board",
  tower: "board",
  guard: "board",
  ferry: "board",
  space: "track",
  marker: "track",
  seat: "seats",
  captive: "captives",
  button: "buttons",
};

export const isPass = ({ what }: OptionView): boolean => what === "pass";

/** The answers of a decision that can be chosen somewhere; passing has the large button. */
export const answersOf = (shown: Shown | null): OptionView[] => (shown?.decision.options ?? []).filter((option) => !isPass(option));

export function choices(shown: Shown | null, wish: Wish): Choices {
  const answers = answersOf(shown);
  const taken = answers.find((option) => option.action === shown?.answer) ?? null;
  const ways = [...new Set(answers.map(words.way))];
  const chosenOn = (where: "board" | "track" | "seats" | "captives" | "buttons") => answers.filter(({ target }) => CHOSEN[target.on] === where);
  const way = ways.find((known) => known === wish.way) ?? (taken && words.way(taken)) ?? ways[0] ?? "";

  const ofWay = chosenOn("board").filter((option) => words.way(option) === way);
  const { roles, role, onBoard } = byRole(ofWay, taken, wish);

  const onTrack = chosenOn("track");
  const onSeats = chosenOn("seats");
  const captives = chosenOn("captives");
  const buttons = chosenOn("buttons");
  const elsewhere = [...onTrack, ...onSeats, ...captives.filter((option) => words.way(option) === way), ...buttons];
  const listed = [...onBoard, ...elsewhere];
  // Places that have the same name are told apart only where they are.
  const alike = onBoard.length > (ways.length > 1 ? 1 : 3) && new Set(onBoard.map(wish.shortName)).size === 1;
  const chips = listed.length > KEYS || alike || (role !== null && onBoard.length > 4) ? elsewhere : listed;
  const numbered = listed.length <= KEYS ? listed : chips.slice(0, KEYS);
  return {
    ways,
    way,
    roles,
    role,
    onBoard,
    // Crown spaces are there to be touched at any time; other places would crowd the board.
    others: answers.filter((option) => option.target.on === "part" && words.way(option) !== way),
    onTrack,
    onPanel: [...onSeats, ...captives],
    chips,
    numbers: new Map(numbered.map((option, i) => [option.action, i + 1])),
    listed,
  };
}

/** Many places for several figures: first the figure, then the place; with very many, first its role. */
function byRole(options: OptionView[], taken: OptionView | null, wish: Wish): Pick<Choices, "roles" | "role" | "onBoard"> {
  const hasFeature = options.length > VERY_MANY && !options.some(({ what }) => what === "magic");
  const roleOf = ({ target }: OptionView): Role | null => {
    if (target.on === "segment") return { figure: target.figure, on: hasFeature ? wish.featureAt(target) : null };
    return target.on === "part" || target.on === "tower" ? { figure: target.figure, on: null } : null;
  };
  const all = options.flatMap((option) => roleOf(option) ?? []);
  const roles = all.filter((role, i) => all.findIndex((other) => isSameRole(role, other)) === i);
  if (options.length <= MANY || roles.length < 2) return { roles: [], role: null, onBoard: options };
  const role = roles.find((known) => isSameRole(known, wish.role)) ?? (taken && roleOf(taken)) ?? roles[0] ?? null;
  return { roles, role, onBoard: options.filter((option) => isSameRole(roleOf(option) ?? role, role)) };
}
