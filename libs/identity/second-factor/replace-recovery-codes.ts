import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes';
import { replaceRecoveryCodes } from './second-factor.decider';
import { secondFactorStream } from './second-factor.stream';

/** Gives new recovery codes, which are shown this once; the former ones no longer work. Throws `Rejected('conflict')` while the second factor is off. */
export class ReplaceRecoveryCodes extends Command<readonly string[]> {
  constructor(
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ReplaceRecoveryCodes)
export class ReplaceRecoveryCodesHandler implements ICommandHandler<ReplaceRecoveryCodes> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ userId, origin }: ReplaceRecoveryCodes): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    const replaced = { userId, recoveryCodeHashes: codes.map(recoveryCodeHash), replacedAt: origin.occurredAt };
    await this.runner.run(secondFactorStream, userId, origin, (state) => replaceRecoveryCodes(replaced, state));
    return codes;
  }
}
