import type { ProblemCode } from "../wire/ProblemCode";

/** What goes wrong without anybody refusing it: nobody answers, or somebody who is no server of ours; there is no engine, or it has stopped. */
export type PageCode = "unreachable" | "http" | "no-engine" | "engine";
export type FailureCode = ProblemCode | PageCode;
/** What is refused, as it goes from one worker to another. */
export type Refusal = { status: number; code: FailureCode; message: string };

/** What was refused, or could not be asked: `status` is that of HTTP, and 0 where nobody answered. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}
