import type { Streams, Origin } from '@pps/event-store';
import { Command, Invalid } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import { requireProvenAddress } from './require-proven-address';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes';
import { enableSecondFactor, requireSetup } from './second-factor.decider';
import { secondFactorStream } from './second-factor.stream';
import { totpStepOf } from './totp';

export class ConfirmSecondFactor extends Command<readonly string[]> {
  constructor(
    readonly userId: string,
    readonly code: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

export interface ConfirmSecondFactorDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Pick<Vault, 'get'>;
}

/**
 * Turns the second factor on by a code of the app that has its secret, and gives the recovery codes, which are shown this once. Throws
 * `Rejected('conflict')` when no setup waits and while the e-mail address is unproven, and `Invalid` for a wrong code.
 */
export async function confirmSecondFactor(
  app: ConfirmSecondFactorDeps,
  { userId, code, origin }: ConfirmSecondFactor,
): Promise<readonly string[]> {
  const enabledAt = origin.occurredAt;
  await requireProvenAddress(app.streams, userId);
  const { state } = await app.streams.load(secondFactorStream, userId);
  const { secretRef } = requireSetup(state, enabledAt);
  const secret = await app.vault.get<string>(secretRef);
  const step = secret === null ? null : totpStepOf(secret, code.replace(/\s/g, ''), new Date(enabledAt));
  if (step === null) throw new Invalid([{ loc: ['body', 'code'], msg: 'The code is wrong', type: 'wrong_code' }]);
  const codes = newRecoveryCodes();
  const enabled = { userId, secretRef, step, recoveryCodeHashes: codes.map(recoveryCodeHash), enabledAt };
  await app.streams.decide(secondFactorStream, userId, origin, (current) => enableSecondFactor(enabled, current));
  return codes;
}
