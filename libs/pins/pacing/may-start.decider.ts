import { nextActionSql, startKinds } from '../publish-queue/action-columns';

/**
 * May a pin start, and who is served first? The whole answer is in this file:
 *
 * 1. Its time has come: `isDue`.
 * 2. Nobody publishes on its board, and no pin of the board is granted: `boardIsFree`.
 * 3. It is not granted itself, and no equal pin of its board has an unknown outcome: `isFreeToStart`. What failed and is passed over for a while is left
 *    out by the query.
 * 4. Its account needs no new consent, is not parked and has a token: `sleepOf`.
 * 5. There are a grant, a token of all and, for a video, an upload left; round robin over projects, in a project over its accounts, in an account its pins in order:
 *    `decideGrants`.
 *
 * 1 to 3 are SQL, because they choose among very many rows; an account that sleeps costs nothing until something changes or a time comes.
 */

export interface Candidate {
  readonly pinId: string;
  readonly attempt: number;
  readonly projectId: string;
  readonly accountId: string;
  readonly boardId: string;
  readonly fingerprint: string;
  readonly cost: number;
  /** Spends of the sandboxes' global bucket. */
  readonly simulated: boolean;
  /** The grant is for the upload of its video, not for its creation. */
  readonly needsUpload: boolean;
}

export interface RoundRobinAccount {
  readonly projectId: string;
  readonly accountId: string;
  readonly simulated: boolean;
  /** Changes when somebody else than the pacer wakes the account. */
  readonly wakeCount: number;
}

/** What waits of an account, and which of it may start by rules 1 to 3. */
export interface StartablePins {
  readonly accountId: string;
  /** Whether any pin waits, also one that is held back until later. */
  readonly waits: boolean;
  readonly needsConsent: boolean;
  /** Whether a video waits, also one that may not be uploaded now. */
  readonly hasVideos: boolean;
  /** When the next of those is due that are held back until later or passed over; null where a pin may start. */
  readonly nextDueAt: Date | null;
  /** Oldest first, of each board at most one image and one video that has to be uploaded. */
  readonly pins: readonly Candidate[];
}

export interface VisitedAccount extends RoundRobinAccount, StartablePins {
  /** What may be spent now, less what open grants are going to spend. */
  readonly tokens: number;
  readonly refillPerSecond: number;
  readonly parkedUntil: Date | null;
}

export interface Allowance {
  readonly grants: number;
  readonly uploads: number;
  readonly globalTokens: (candidate: Pick<Candidate, 'simulated'>) => number;
}

/** Until when an account is not visited again; a change of its pins ends every sleep. */
export type Sleep =
  /** On the wall clock. */
  | { readonly kind: 'until'; readonly at: Date }
  | { readonly kind: 'for'; readonly ms: number }
  | { readonly kind: 'awaiting_upload' }
  | { readonly kind: 'idle' };

/** Every sleep ends after so long, should nobody have reported a change; an idle account stays away. */
export const longestSleepMs = 10 * 60_000;
const blockedSleepMs = 60_000;

/** Why the account can have no grant now, whatever others do; null where it can. */
export function sleepOf(account: VisitedAccount, { uploads }: Pick<Allowance, 'uploads'>, now: Date): Sleep | null {
  const { parkedUntil, tokens, refillPerSecond, pins, nextDueAt } = account;
  if (!account.waits) return { kind: 'idle' };
  if (account.needsConsent) return { kind: 'for', ms: longestSleepMs };
  if (parkedUntil && parkedUntil > now) return { kind: 'until', at: parkedUntil };
  const missing = Math.min(...pins.map(({ cost }) => cost)) - tokens;
  if (pins.length > 0 && missing > 0) {
    return { kind: 'for', ms: Math.min(longestSleepMs, Math.max(1, Math.ceil((missing / refillPerSecond) * 1_000))) };
  }
  const hasVideosOnly = pins.length === 0 ? account.hasVideos : pins.every(({ needsUpload }) => needsUpload);
  if (uploads <= 0 && hasVideosOnly) return { kind: 'awaiting_upload' };
  if (pins.length > 0) return null;
  return nextDueAt ? { kind: 'until', at: nextDueAt } : { kind: 'for', ms: blockedSleepMs };
}

/** Chooses within the allowance among the accounts, which come in the order of the round robin; no two pins of one board. In the order of the grants. */
export function decideGrants(accounts: readonly VisitedAccount[], { grants, uploads, globalTokens }: Allowance): Candidate[] {
  const tokensLeft = [false, true].map((simulated) => globalTokens({ simulated }));
  let uploadsLeft = uploads;
  const take = (account: Served): Candidate | undefined => {
    const pin = account.pins.find(
      ({ cost, simulated, needsUpload }) =>
        cost <= account.tokens && cost <= (tokensLeft[Number(simulated)] ?? 0) && (!needsUpload || uploadsLeft > 0),
    );
    if (!pin) return undefined;
    account.tokens -= pin.cost;
    account.pins = account.pins.filter(({ pinId, boardId }) => pinId !== pin.pinId && boardId !== pin.boardId);
    tokensLeft[Number(pin.simulated)] = (tokensLeft[Number(pin.simulated)] ?? 0) - pin.cost;
    if (pin.needsUpload) uploadsLeft -= 1;
    return pin;
  };
  const chosen: Candidate[] = [];
  let projects = byProject(accounts);
  while (chosen.length < grants) {
    const [project, ...others] = projects;
    if (!project) break;
    const granted = takeOfProject(project, take);
    // Who was served goes to the end; a project that can have nothing now can have nothing later either, as only less is left.
    projects = granted ? [...others, project] : others;
    if (granted) chosen.push(granted);
  }
  return chosen;
}

interface Served {
  pins: readonly Candidate[];
  tokens: number;
}

function byProject(accounts: readonly VisitedAccount[]): Served[][] {
  const projects = new Map<string, Served[]>();
  for (const { projectId, pins, tokens } of accounts) {
    const known = projects.get(projectId);
    if (known) known.push({ pins, tokens });
    else projects.set(projectId, [{ pins, tokens }]);
  }
  return [...projects.values()];
}

function takeOfProject(accounts: Served[], take: (account: Served) => Candidate | undefined): Candidate | undefined {
  for (const [index, account] of accounts.entries()) {
    const pin = take(account);
    if (!pin) continue;
    accounts.push(...accounts.splice(index, 1));
    return pin;
  }
  return undefined;
}

/** A pin that was never started is due at once, also when the clock was set back since it was queued. */
export const isDue = (pin: string): string => `(${pin}.starts = 0 or ${pin}.ready_at <= statement_timestamp())`;

/** A grant that was claimed more than ten minutes ago has no open call, however late the read model is. */
export const boardIsFree = (board: string): string => `
  not exists (select 1 from read.publish_queue busy
    where busy.account_id = ${board}.account_id and busy.board_id = ${board}.board_id and ${nextActionSql(['expire_attempt'], 'busy')})
  and not exists (select 1 from pins.publish_grant g
    where g.account_id = ${board}.account_id and g.board_id = ${board}.board_id and not g.is_seen
      and coalesce(g.claimed_at, 'infinity') > statement_timestamp() - interval '10 minutes'
      and ${isAwaited('g')}
    offset 0)`;

/** Whether the queue does not show yet what became of a grant. */
export const isAwaited = (grant: string): string => `
  exists (select 1 from read.publish_queue granted where granted.pin_id = ${grant}.pin_id
    and ${nextActionSql(startKinds, 'granted')} and granted.starts + 1 = ${grant}.attempt offset 0)`;

export const isFreeToStart = (pin: string): string => `
  not exists (select 1 from pins.publish_grant g where g.pin_id = ${pin}.pin_id and g.attempt = ${pin}.starts + 1)
  and not exists (select 1 from read.publish_queue equal_pin where equal_pin.account_id = ${pin}.account_id
    and equal_pin.board_id = ${pin}.board_id and ${nextActionSql(['read_board'], 'equal_pin')} and equal_pin.fingerprint = ${pin}.fingerprint)`;
