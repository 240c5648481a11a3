import { exitCodes, type ExitCodeName } from './exit-codes';

/** Ends the command with one or more lines on standard error. */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, exit: ExitCodeName) {
    super(message);
    this.name = 'CommandFailed';
    this.exitCode = exitCodes[exit];
  }
}
