import { eventually } from '../setup/eventually';
import { jainIndex } from '../simulation/jain-index';
import { pacedWorkspace } from './paced-workspace';
import { startPacingService, type DoorCall } from './pacing-service';

export interface FairnessRun {
  /** Of the calls of all workspaces while each of them had something waiting; 1 is the same for all. */
  readonly jain: number;
  readonly calls: number;
  /** How long each of the small ones took, in parts of the time that an equal share would have taken. */
  readonly shares: readonly number[];
}

const refillPerSecond = 20;
const [big, small, smallOnes] = [10_000, 10, 9];
const boardsPerAccount = 8;

/** One workspace has 10,000 pins waiting when nine others come with 10 each; watches the platform's door. */
export async function fairnessRun(log: (line: string) => void): Promise<FairnessRun> {
  const service = await startPacingService({
    DEFAULT_PLAN: 'enterprise',
    PACING_ACCOUNT: '1000/100',
    PACING_GLOBAL: `20/${refillPerSecond}`,
    WEBHOOK_TARGETS: 'any',
  });
  try {
    const [crowd] = await pacedWorkspace(service, 1, boardsPerAccount);
    const others = (await Promise.all(Array.from({ length: smallOnes }, () => pacedWorkspace(service, 1, boardsPerAccount)))).flat();
    if (!crowd) throw new Error('no account was connected');
    await crowd.queue(big);
    log(`${big} are queued, ${(await service.doorCalls()).length} of them published already`);
    const cameAt = Date.now();
    const answered = await Promise.all(others.map((each) => each.queue(small).then(() => Date.now())));
    const answeredAt = Math.max(...answered);
    log(`nine times ${small} more were answered after ${answeredAt - cameAt} ms`);
    const of = (calls: readonly DoorCall[], username: string) => calls.filter(({ account }) => account === username);
    const calls = await eventually(
      'all small ones at the door',
      async () => {
        const seen = await service.doorCalls();
        return others.every(({ username }) => of(seen, username).length === small) ? seen : undefined;
      },
      120_000,
    );
    const ends = others.map(({ username }) => of(calls, username).at(-1)?.received_at ?? Infinity);
    // A turn is taken by what is queued, and the queue shows before the answer does.
    const begins = others.map(({ username }, index) =>
      Math.min(answered[index] ?? Infinity, of(calls, username)[0]?.received_at ?? Infinity),
    );
    const busy = calls.filter(({ received_at }) => received_at >= answeredAt && received_at <= Math.min(...ends));
    const fairMs = ((smallOnes + 1) * small * 1_000) / refillPerSecond;
    const served = [crowd, ...others].map(({ username }) => of(busy, username).length);
    return { jain: jainIndex(served), calls: busy.length, shares: ends.map((end, index) => (end - (begins[index] ?? 0)) / fairMs) };
  } finally {
    await service.stop();
  }
}
