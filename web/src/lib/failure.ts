/** What was refused, or could not be asked: `status` is that of HTTP, and 0 where nobody answered. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
