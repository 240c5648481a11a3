import { Command } from '@pps/kernel';
import type { Streams, Origin } from '@pps/event-store';
import { newRecoveryCodes, recoveryCodeHash } from './second-factor-codes';
import { decideReplaceRecoveryCodes, secondFactorStream } from './second-factor.stream';

export class ReplaceRecoveryCodes extends Command<readonly string[]> {
  constructor(
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Gives new recovery codes, which are shown this once; the former ones no longer work. Throws `Rejected('conflict')` while the second factor is off. */
export async function replaceRecoveryCodes(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  { userId, origin }: ReplaceRecoveryCodes,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  const replaced = { userId, recoveryCodeHashes: codes.map(recoveryCodeHash), replacedAt: origin.occurredAt };
  await streams.decide(secondFactorStream, userId, origin, (state) => decideReplaceRecoveryCodes(replaced, state));
  return codes;
}
