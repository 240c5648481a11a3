import type { Candidate, FairRing, WaitingAccount } from './fair-ring';
import type { PublishQueue } from './publish-queue';

export interface Room {
  /** Attempts that may be granted at all. */
  readonly turns: number;
  /** Uploads that may begin. */
  readonly uploads: number;
}

const accountsAtOnce = 2_000;
const accountsPerRead = 64;
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

/** Pins that may start now of as many accounts as there are turns: whoever waits longest is asked first, and who has none takes nobody's turn. */
export async function candidatesInTurn(
  publishQueue: Pick<PublishQueue, 'ready'>,
  ring: FairRing,
  accounts: readonly WaitingAccount[],
  { turns, uploads }: Room,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  const order = ring.inTurn(accounts).map(({ accountId }) => accountId);
  let [served, uploadsLeft] = [0, Math.max(0, uploads)];
  for (let from = 0; from < order.length && served < turns; from += accountsPerRead) {
    const asked = order.slice(from, from + accountsPerRead);
    const candidates = await publishQueue.ready({ accounts: asked, perAccount: candidatesPerAccount, uploads: uploads > 0 });
    found.push(...candidates);
    const able = new Set(candidates.map(({ accountId }) => accountId));
    const withoutUpload = new Set(candidates.filter(({ needsUpload }) => !needsUpload).map(({ accountId }) => accountId));
    const uploading = Math.min(uploadsLeft, able.size - withoutUpload.size);
    served += withoutUpload.size + uploading;
    uploadsLeft -= uploading;
    ring.pass(asked.filter((accountId) => !able.has(accountId)));
  }
  return found;
}
