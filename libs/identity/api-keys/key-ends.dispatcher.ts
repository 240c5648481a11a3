import { pause } from '@pps/concurrency';
import type { Origin, Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import { apiKeyStream, decideAnnounceExpiry, decideExpireApiKey, type ApiKey } from './api-key.stream';

/** A key with an end, as the read model has it. */
export interface EndingKey {
  readonly keyId: string;
  readonly expiresAt: Date;
}

export interface KeyEndsDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  /** Keys whose time is over and that are not revoked, in the order of their ends, at most `limit` after `after`. */
  readonly ended: EndingKeys;
  /** Keys that end within two weeks, live longer than that, and were not announced. */
  readonly ending: EndingKeys;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export type EndingKeys = (now: Date, after: EndingKey | null, limit: number) => Promise<readonly EndingKey[]>;

const pauseMs = 5_000;
const portionSize = 100;

/** Name of the lease under which one process announces and records the ends of API keys. */
export const keyEndsDuty = 'api-key-ends';

/**
 * Every 5 seconds announces the keys that end soon, and records the end of those whose time is over. A key stops without that, by the clock; from the
 * fact follows that its webhooks are disabled.
 */
export async function runKeyEnds(deps: KeyEndsDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    await settleKeyEnds(deps).catch(deps.onError);
    await pause(pauseMs, signal);
  }
}

/** One round over all of them. One that cannot be settled does not keep the others; the next round tries it again. */
export async function settleKeyEnds(deps: KeyEndsDeps): Promise<void> {
  const now = deps.clock();
  await settleEach(deps, now, deps.ended, decideExpireApiKey);
  await settleEach(deps, now, deps.ending, decideAnnounceExpiry);
}

async function settleEach(
  { streams, onError }: KeyEndsDeps,
  now: Date,
  find: EndingKeys,
  decide: typeof decideExpireApiKey,
): Promise<void> {
  let portion: readonly EndingKey[];
  let after: EndingKey | null = null;
  do {
    portion = await find(now, after, portionSize);
    for (const { keyId } of portion) await settle(keyId).catch(onError);
    after = portion.at(-1) ?? null;
  } while (portion.length === portionSize);

  async function settle(keyId: string): Promise<void> {
    const { state: key } = await streams.load(apiKeyStream, keyId);
    if (key.kind === 'none') return;
    const origin = originOfService(key, now);
    await streams.decide(apiKeyStream, keyId, origin, (state) => decide(origin.occurredAt, state));
  }
}

const originOfService = ({ organizationId, projectId, epoch }: ApiKey, now: Date): Origin => ({
  organizationId,
  projectId,
  epoch,
  actor: { type: 'system', id: keyEndsDuty },
  occurredAt: now.toISOString(),
});
