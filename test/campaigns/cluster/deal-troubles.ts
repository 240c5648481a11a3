import { setTimeout as delay } from 'node:timers/promises';
import type { TroubledInstallation } from './troubled-installation';
import type { Kind, Trouble } from './trouble-plan';

/** A trouble that was, on this process's monotonic clock. */
export interface Dealt {
  readonly kind: Kind;
  readonly whom: string;
  readonly begunAt: number;
  /** When everything was as before. */
  readonly overAt: number;
}

/** Deals one trouble after the other; each ends, and everything is up again and has rested, before the next. */
export async function dealTroubles(
  installation: Pick<TroubledInstallation, 'deal' | 'recovered'>,
  plan: readonly Trouble[],
  { restMs, log }: { readonly restMs: number; readonly log: (line: string) => void },
): Promise<Dealt[]> {
  const dealt: Dealt[] = [];
  for (const trouble of plan) {
    const begunAt = performance.now();
    const whom = await installation.deal(trouble);
    await installation.recovered();
    await delay(restMs);
    dealt.push({ kind: trouble.kind, whom, begunAt, overAt: performance.now() });
    log(`${trouble.kind} of ${whom}: ${Math.round(performance.now() - begunAt)} ms`);
  }
  return dealt;
}
