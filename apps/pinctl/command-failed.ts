/** A command failed: one line for its caller, and an exit code for the kind of failure. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';

  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message);
  }
}

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodes = {
  /** The command did its work and the answer is bad: builds differ, nothing to skip, a time-out. */
  refused: 1,
  /** The command line cannot be understood, or a file that it names. */
  usage: 2,
  /** The database or the event store cannot be reached. */
  unreachable: 3,
} as const;
