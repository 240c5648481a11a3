import type { Candidate, FairRing, WaitingAccount } from './fair-ring';
import type { PublishQueue } from './publish-queue';

export interface Room {
  /** Attempts that may be granted at all. */
  readonly turns: number;
  /** Uploads that may begin. */
  readonly uploads: number;
}

const accountsAtOnce = 2_000;
const accountsPerRead = { first: 8, atMost: 64 };
const candidatesPerAccount = 4;

/** Walks through the accounts that wait, at most 2,000 a round, so that nobody is left out however many there are. */
export function lapOfWaiting(publishQueue: Pick<PublishQueue, 'waiting'>) {
  let after: string | null = null;
  return {
    /** The accounts that come next. */
    async next(simulated: readonly boolean[]): Promise<readonly WaitingAccount[]> {
      const accounts = await publishQueue.waiting({ after, limit: accountsAtOnce, simulated });
      after = accounts.length < accountsAtOnce ? null : (accounts.at(-1)?.accountId ?? null);
      return accounts;
    },
    isOver: (): boolean => after === null,
  };
}

interface Asked {
  /** Accounts that were not asked for yet. */
  readonly left: string[];
  asked: number;
  /** Accounts of which something may start. */
  able: number;
}

/** Pins that may start now, of all whose turn may be among the next ones; who has none takes nobody's turn and is asked beside the others. */
export async function candidatesInTurn(
  publishQueue: Pick<PublishQueue, 'ready'>,
  ring: FairRing,
  accounts: readonly WaitingAccount[],
  { turns, uploads }: Room,
): Promise<Candidate[]> {
  const projects = ring.inTurn(accounts).map((left): Asked => ({ left, asked: 0, able: 0 }));
  const found: Candidate[] = [];
  let uploadsLeft = uploads;
  for (let size = Math.max(accountsPerRead.first, turns); ; size = Math.min(2 * size, accountsPerRead.atMost)) {
    const asking = nextToAsk(projects, turns, size);
    if (asking.size === 0) return found;
    const ask = { accounts: [...asking.keys()], perAccount: candidatesPerAccount, uploads: uploads > 0 };
    const candidates = await publishQueue.ready(ask);
    found.push(...candidates);
    const withoutUpload = new Set(candidates.filter(({ needsUpload }) => !needsUpload).map(({ accountId }) => accountId));
    for (const accountId of new Set(candidates.map((candidate) => candidate.accountId))) {
      if (!withoutUpload.has(accountId) && uploadsLeft-- <= 0) continue;
      const project = asking.get(accountId);
      if (project) project.able += 1;
    }
  }
}

/** Accounts, with their projects, without which it is open whose the next turns are: of each project one that may go, then further ones of all. */
function nextToAsk(projects: readonly Asked[], turns: number, size: number): Map<string, Asked> {
  const asking = new Map<string, Asked>();
  const ask = (project: Asked, count: number) => {
    const taken = project.left.splice(0, Math.min(count, size - asking.size));
    project.asked += taken.length;
    for (const accountId of taken) asking.set(accountId, project);
    return taken.length > 0;
  };
  let first = 0;
  for (const project of projects) {
    if (first >= turns) return asking;
    // The more were asked in vain the more are asked at once.
    if (project.able > 0 || ask(project, Math.max(1, project.asked))) first += 1;
  }
  const able = projects.reduce((sum, project) => sum + project.able, 0);
  for (let more = true; more && able + asking.size < turns;) {
    more = false;
    for (const project of projects) if (able + asking.size < turns && ask(project, 1)) more = true;
  }
  return asking;
}
