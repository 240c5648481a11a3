import type { Candidate, RoundRobin, WaitingAccount } from './round-robin';
import type { PublishQueue } from './publish-queue';

export interface Room {
  /** Attempts that may be granted at all. */
  readonly grants: number;
  /** Uploads that may begin. */
  readonly uploads: number;
}

const accountsAtOnce = 2_000;
const accountsPerRead = { first: 8, atMost: 64 };
const candidatesPerAccount = 4;

/** Reads the accounts that have waiting pins page by page, 2,000 a page, so that each of them comes up however many there are. */
export function pagesOfWaiting(publishQueue: Pick<PublishQueue, 'waiting'>) {
  let after: string | null = null;
  return {
    /** The accounts that come next. */
    async next(simulated: readonly boolean[]): Promise<readonly WaitingAccount[]> {
      const accounts = await publishQueue.waiting({ after, limit: accountsAtOnce, simulated });
      after = accounts.length < accountsAtOnce ? null : (accounts.at(-1)?.accountId ?? null);
      return accounts;
    },
    isAtEnd: (): boolean => after === null,
  };
}

interface ProjectProgress {
  /** Accounts whose pins were not read yet. */
  readonly left: string[];
  queried: number;
  /** Accounts that have a pin which may start. */
  eligible: number;
}

/**
 * Pins that may start now, of the accounts that round robin serves next. An account without such a pin uses up no grant: further accounts are
 * read instead, until there are pins for every grant or no account is left.
 */
export async function readNextCandidates(
  publishQueue: Pick<PublishQueue, 'ready'>,
  ring: RoundRobin,
  accounts: readonly WaitingAccount[],
  { grants, uploads }: Room,
): Promise<Candidate[]> {
  const projects = ring.inOrder(accounts).map((left): ProjectProgress => ({ left, queried: 0, eligible: 0 }));
  const found: Candidate[] = [];
  let uploadsLeft = uploads;
  for (let size = Math.max(accountsPerRead.first, grants); ; size = Math.min(2 * size, accountsPerRead.atMost)) {
    const asking = nextToQuery(projects, grants, size);
    if (asking.size === 0) return found;
    const ask = { accounts: [...asking.keys()], perAccount: candidatesPerAccount, uploads: uploads > 0 };
    const candidates = await publishQueue.ready(ask);
    found.push(...candidates);
    const withoutUpload = new Set(candidates.filter(({ needsUpload }) => !needsUpload).map(({ accountId }) => accountId));
    for (const accountId of new Set(candidates.map((candidate) => candidate.accountId))) {
      if (!withoutUpload.has(accountId) && uploadsLeft-- <= 0) continue;
      const project = asking.get(accountId);
      if (project) project.eligible += 1;
    }
  }
}

/** The accounts whose pins have to be read before the next grants are certain: one of each project first, then further ones of all. */
function nextToQuery(projects: readonly ProjectProgress[], grants: number, size: number): Map<string, ProjectProgress> {
  const asking = new Map<string, ProjectProgress>();
  const ask = (project: ProjectProgress, count: number) => {
    const taken = project.left.splice(0, Math.min(count, size - asking.size));
    project.queried += taken.length;
    for (const accountId of taken) asking.set(accountId, project);
    return taken.length > 0;
  };
  let first = 0;
  for (const project of projects) {
    if (first >= grants) return asking;
    // Each account without such a pin doubles how many of the project are read at once.
    if (project.eligible > 0 || ask(project, Math.max(1, project.queried))) first += 1;
  }
  const eligible = projects.reduce((sum, project) => sum + project.eligible, 0);
  for (let more = true; more && eligible + asking.size < grants;) {
    more = false;
    for (const project of projects) if (eligible + asking.size < grants && ask(project, 1)) more = true;
  }
  return asking;
}
