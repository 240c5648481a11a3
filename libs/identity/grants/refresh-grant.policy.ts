/** Where the tokens of a grant stand, as processes share it. */
export interface GrantTokenState {
  readonly generation: number;
  /** The last refresh; null: there was none yet, or nothing is known of it. */
  readonly refreshedAt: Date | null;
  /** Of the newest refresh token, and of the newest access token. */
  readonly refreshEndsAt: Date;
  readonly accessEndsAt: Date;
  /** Whether either of the newest pair was seen. */
  readonly isUsed: boolean;
}

export type RefreshDecision =
  | { readonly kind: 'replay' }
  | { readonly kind: 'pair'; readonly state: GrantTokenState; readonly isChanged: boolean };

const secondMs = 1_000;
export const accessSeconds = 3_600;
const refreshDays = 30;
/** For so long after a refresh nothing rotates. */
const settledMs = 60_000;

/** When a pair ends that is given now: neither part later than the grant. */
export function pairEnds(now: Date, grantEndsAt: Date | null): Pick<GrantTokenState, 'refreshEndsAt' | 'accessEndsAt'> {
  const within = (ms: number) => new Date(Math.min(now.getTime() + ms, grantEndsAt?.getTime() ?? Infinity));
  return { refreshEndsAt: within(refreshDays * 86_400 * secondMs), accessEndsAt: within(accessSeconds * secondMs) };
}

/**
 * What somebody gets who presents the refresh token of a generation. Programs neither lock nor repeat: calls at once refresh each for itself, a late answer may
 * be kept last, and one that was lost is asked for again hours later. So for a minute after a refresh predecessor and new token get that same
 * pair; later the direct predecessor still gets the same refresh token, with another access token, while nothing of the new pair was seen. All else that is old is a replay.
 */
export function decideRefresh(
  generation: number,
  known: GrantTokenState | null,
  presentedEndsAt: Date,
  now: Date,
  grantEndsAt: Date | null,
): RefreshDecision {
  // Written here, as its MAC says: where it is newer than what is known, that was restored from an older backup.
  const state: GrantTokenState =
    known && generation <= known.generation
      ? known
      : { generation, refreshedAt: null, refreshEndsAt: presentedEndsAt, accessEndsAt: now, isUsed: true };
  const isNewest = generation === state.generation;
  if (!isNewest && generation !== state.generation - 1) return { kind: 'replay' };
  const isSettled = state.refreshedAt !== null && now.getTime() - state.refreshedAt.getTime() < settledMs;
  if (isSettled) return { kind: 'pair', state: { ...state, isUsed: state.isUsed || isNewest }, isChanged: isNewest && !state.isUsed };
  const ends = pairEnds(now, grantEndsAt);
  if (isNewest) return { kind: 'pair', state: { ...ends, generation: generation + 1, refreshedAt: now, isUsed: false }, isChanged: true };
  if (state.isUsed) return { kind: 'replay' };
  return { kind: 'pair', state: { ...state, accessEndsAt: ends.accessEndsAt, refreshedAt: now }, isChanged: true };
}
