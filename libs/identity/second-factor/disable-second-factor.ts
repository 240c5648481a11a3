import { Command } from '@pps/kernel';
import type { Streams, Origin } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import { decideDisableSecondFactor, secondFactorStream, endUnprovenSecondFactor } from './second-factor.stream';
import type { SecondFactorDisabled } from './second-factor.events';

export class DisableSecondFactor extends Command<boolean> {
  constructor(
    readonly userId: string,
    readonly by: SecondFactorDisabled['data']['by'],
    readonly origin: Origin,
  ) {
    super();
  }
}

export interface DisableSecondFactorDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly vault: Pick<Vault, 'remove'>;
}

/** Makes sign-ins ask for the first factor alone again, and deletes the secret. Gives whether it was on before. */
export async function disableSecondFactor(app: DisableSecondFactorDeps, { userId, by, origin }: DisableSecondFactor): Promise<boolean> {
  let secretRefs: readonly string[] = [];
  const { facts } = await app.streams.decide(secondFactorStream, userId, origin, (state) => {
    secretRefs = state.active ? [state.active.secretRef] : [];
    return decideDisableSecondFactor({ userId, by, disabledAt: origin.occurredAt }, state);
  });
  await app.vault.remove(secretRefs);
  return facts.length > 0;
}

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
