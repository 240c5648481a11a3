import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { Invalid } from '@pps/kernel';
import { VAULT, type Vault } from '@pps/vault';
import { requireProvenAddress } from './require-proven-address';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes';
import { enableSecondFactor, requireSetup } from './second-factor.decider';
import { secondFactorStream } from './second-factor.stream';
import { totpStepOf } from './totp';

/**
 * Turns the second factor on by a code of the app that has its secret, and gives the recovery codes, which are shown this once. Throws
 * `Rejected('conflict')` when no setup waits and while the e-mail address is unproven, and `Invalid` for a wrong code.
 */
export class ConfirmSecondFactor extends Command<readonly string[]> {
  constructor(
    readonly userId: string,
    readonly code: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ConfirmSecondFactor)
export class ConfirmSecondFactorHandler implements ICommandHandler<ConfirmSecondFactor> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Pick<Vault, 'get'>,
  ) {}

  async execute({ userId, code, origin }: ConfirmSecondFactor): Promise<readonly string[]> {
    const enabledAt = origin.occurredAt;
    await requireProvenAddress(this.runner, userId);
    const { state } = await this.runner.load(secondFactorStream, userId);
    const { secretRef } = requireSetup(state, enabledAt);
    const secret = await this.vault.get<string>(secretRef);
    const step = secret === null ? null : totpStepOf(secret, code.replace(/\s/g, ''), new Date(enabledAt));
    if (step === null) throw new Invalid([{ loc: ['body', 'code'], msg: 'The code is wrong', type: 'wrong_code' }]);
    const codes = newRecoveryCodes();
    const enabled = { userId, secretRef, step, recoveryCodeHashes: codes.map(recoveryCodeHash), enabledAt };
    await this.runner.run(secondFactorStream, userId, origin, (current) => enableSecondFactor(enabled, current));
    return codes;
  }
}
