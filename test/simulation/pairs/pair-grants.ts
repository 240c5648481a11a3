import type { Claim, LastCallsDeps } from '@pps/pins';
import type { PairLog } from './pair-log';
import { pinsOf } from './pins-of';
import type { Turns } from './turns';

type ClaimedGrant = Awaited<ReturnType<LastCallsDeps['closeGrants']>>[number];

/** Every attempt has a grant, with tokens enough, until those of its account are closed. */
export class PairGrants {
  private readonly claimed: (ClaimedGrant & { readonly accountId: string })[] = [];
  private readonly closed = new Set<string>();

  constructor(
    private readonly turns: Turns,
    private readonly log: PairLog,
  ) {}

  claim(task: string, pinId: string, attempt: number, accountId: string): Promise<Claim> {
    return this.turns.at(task, { writes: [`grants of ${accountId}`] }, () => {
      if (this.closed.has(accountId)) return { granted: false, waitSeconds: null };
      this.claimed.push({ pinId, attempt, accountId });
      return { granted: true };
    });
  }

  close(task: string, accountId: string): Promise<readonly ClaimedGrant[]> {
    return this.turns.at(task, { writes: [`grants of ${accountId}`] }, () => {
      this.closed.add(accountId);
      return this.claimed.filter((grant) => grant.accountId === accountId);
    });
  }

  /** Whether an attempt that has claimed its grant has no outcome yet. */
  hasOpenCall(): boolean {
    const pins = pinsOf(this.log.facts);
    return this.claimed.some(({ pinId, attempt }) => {
      const state = pins.get(pinId);
      return state?.kind === 'pin' && state.phase === 'attempting' && state.attempt === attempt;
    });
  }
}
