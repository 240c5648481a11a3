import { eventually } from '../setup/eventually';
import { jainIndex } from '../simulation/jain-index';
import { pacedWorkspace, type PacedAccount } from './paced-workspace';
import { startPacingService, type DoorCall, type PacingService } from './pacing-service';

export interface FairnessRun {
  /** All queues are filled before the first call. */
  readonly together: {
    /** Of the calls of all workspaces while each of them had something waiting; 1 is the same for all. */
    readonly jain: number;
    readonly calls: readonly number[];
    /** From the first call of all to the last of each small one, in parts of the time that an equal share would have taken. */
    readonly shares: readonly number[];
  };
  /** Nine more come to the large one, which has been publishing alone: from the answer to their creation, or their first call, on. */
  readonly newcomers: readonly number[];
}

const refillPerSecond = 20;
const [big, small, smallOnes] = [10_000, 10, 9];
const boardsPerAccount = 8;
const fairMs = ((smallOnes + 1) * small * 1_000) / refillPerSecond;
const publishedWithinMs = 120_000;

/** One workspace has 10,000 pins waiting and nine have 10 each; watches the platform's door. */
export async function fairnessRun(log: (line: string) => void): Promise<FairnessRun> {
  const settings = {
    DEFAULT_PLAN: 'enterprise',
    PACING_ACCOUNT: '1000/100',
    PACING_GLOBAL: `20/${refillPerSecond}`,
    WEBHOOK_TARGETS: 'any',
  };
  const service = await startPacingService(settings, true);
  try {
    const [crowd] = await pacedWorkspace(service, 1, boardsPerAccount);
    if (!crowd) throw new Error('no account was connected');
    const [others, later] = [await nineWorkspaces(service), await nineWorkspaces(service)];
    const begun = Date.now();
    await Promise.all([crowd.queue(big), ...others.map((each) => each.queue(small))]);
    await Promise.all([crowd, ...others].map((each) => each.inQueue()));
    log(`${big} and nine times ${small} are in the queue after ${Date.now() - begun} ms; pacing begins`);
    service.pace();
    const together = togetherOf(await allPublished(service, others), crowd, others);
    log('the nine are published; nine more come');
    const answered = await Promise.all(later.map((each) => each.queue(small).then(() => Date.now())));
    const calls = await allPublished(service, later);
    const newcomers = later.map(({ username }, index) => {
      const own = movesOf(calls, username);
      // Who is queued takes part in the round robin, and the queue shows a pin before its creation is answered.
      return ((own.at(-1) ?? Infinity) - Math.min(answered[index] ?? Infinity, own[0] ?? Infinity)) / fairMs;
    });
    return { together, newcomers };
  } finally {
    await service.stop();
  }
}

const nineWorkspaces = async (service: PacingService): Promise<PacedAccount[]> =>
  (await Promise.all(Array.from({ length: smallOnes }, () => pacedWorkspace(service, 1, boardsPerAccount)))).flat();

const movesOf = (calls: readonly DoorCall[], username: string): number[] =>
  calls.filter(({ account }) => account === username).map(({ received_at }) => received_at);

const allPublished = (service: PacingService, accounts: readonly PacedAccount[]): Promise<DoorCall[]> =>
  eventually(
    'all small ones at the door',
    async () => {
      const calls = await service.doorCalls();
      return accounts.every(({ username }) => movesOf(calls, username).length === small) ? calls : undefined;
    },
    publishedWithinMs,
  );

/** All are busy from the first call until one of the small ones has had its last. */
function togetherOf(calls: readonly DoorCall[], crowd: PacedAccount, others: readonly PacedAccount[]): FairnessRun['together'] {
  const begin = calls[0]?.received_at ?? 0;
  const ends = others.map(({ username }) => movesOf(calls, username).at(-1) ?? Infinity);
  const busy = calls.filter(({ received_at }) => received_at <= Math.min(...ends));
  const served = [crowd, ...others].map(({ username }) => movesOf(busy, username).length);
  return { jain: jainIndex(served), calls: served, shares: ends.map((end) => (end - begin) / fairMs) };
}
