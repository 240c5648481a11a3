import type { Streams, Origin } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import { endUnprovenSecondFactor } from './second-factor.decider';
import { secondFactorStream } from './second-factor.stream';

export interface UnprovenSecondFactorDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly vault: Pick<Vault, 'remove'>;
}

/** Ends the second factor of a user whose address is not proven, with its recovery codes and a setup that waits; deletes the secrets. A repeat is silent. */
export async function dropUnprovenSecondFactor(
  { streams, vault }: UnprovenSecondFactorDeps,
  userId: string,
  origin: Origin,
): Promise<void> {
  let secretRefs: readonly string[] = [];
  await streams.decide(secondFactorStream, userId, origin, (state) => {
    secretRefs = [state.active, state.setup].flatMap((held) => (held ? [held.secretRef] : []));
    return endUnprovenSecondFactor({ userId, disabledAt: origin.occurredAt }, state);
  });
  await vault.remove(secretRefs);
}
