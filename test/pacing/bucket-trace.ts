import { setTimeout as delay } from 'node:timers/promises';
import { overIssueOf, type Bucket } from '../campaigns/faults/over-issue';
import { eventually } from '../setup/eventually';
import { pacedWorkspace } from './paced-workspace';
import { startPacingService, type DoorCall } from './pacing-service';

export interface BucketUse {
  readonly bucket: string;
  readonly calls: number;
  /** Tokens that the bucket gives from the first call to the end. */
  readonly allowed: number;
  /** By how many tokens the calls went beyond the bucket in the worst window; parts of a token are parts of a second too early. */
  readonly overIssue: number;
}

export interface BucketTrace {
  readonly stalledForMs: number;
  readonly uses: readonly BucketUse[];
}

const account: Bucket = { capacity: 50, refillPerSecond: 1 };
const global: Bucket = { capacity: 200, refillPerSecond: 3 };
/** Enough that the global bucket is the limit of all and its own the limit of the account that is alone in its workspace. */
const accountsOfCrowd = 5;
const boardsPerAccount = 6;

/** Publishes as fast as the buckets allow with two workers, one of them frozen for a tenth of the time, and counts the calls at the platform's door. */
export async function bucketTrace(seconds: number, log: (line: string) => void): Promise<BucketTrace> {
  const stalledForMs = Math.min(60, seconds / 10) * 1_000;
  const service = await startPacingService({
    DEFAULT_PLAN: 'pro',
    PACING_ACCOUNT: `${account.capacity}/${account.refillPerSecond}`,
    PACING_GLOBAL: `${global.capacity}/${global.refillPerSecond}`,
    WEBHOOK_TARGETS: 'any',
  });
  try {
    const [alone] = await pacedWorkspace(service, 1, boardsPerAccount);
    const crowd = await pacedWorkspace(service, accountsOfCrowd, boardsPerAccount);
    if (!alone) throw new Error('no account was connected');
    const demand = (rate: Bucket) => Math.ceil(rate.capacity + rate.refillPerSecond * seconds) + 100;
    const begun = performance.now();
    await Promise.all([alone.queue(demand(account)), ...crowd.map((each) => each.queue(Math.ceil(demand(global) / accountsOfCrowd)))]);
    log(`queued after ${Math.round(performance.now() - begun)} ms`);
    const [first] = await eventually('a first call', async () => {
      const calls = await service.doorCalls();
      return calls.length > 0 ? calls : undefined;
    });
    const until = (first?.received_at ?? 0) + seconds * 1_000;
    await delay(Math.max(0, until - Date.now()) / 3);
    service.workers[0]?.kill('SIGSTOP');
    log('one worker is frozen');
    await delay(stalledForMs);
    service.workers[0]?.kill('SIGCONT');
    log('it goes on');
    await delay(Math.max(0, until - Date.now()) + 2_000);
    const calls = (await service.doorCalls()).filter(({ received_at }) => received_at <= until);
    const ofAlone = calls.filter((call) => call.account === alone.username);
    const ofCrowd = crowd.map(({ username }, index) => useOf(`account ${index + 2}`, account, ofAccount(calls, username), until));
    return { stalledForMs, uses: [useOf('global', global, calls, until), useOf('account 1', account, ofAlone, until), ...ofCrowd] };
  } finally {
    await service.stop();
  }
}

const ofAccount = (calls: readonly DoorCall[], username: string) => calls.filter((call) => call.account === username);

function useOf(name: string, bucket: Bucket, calls: readonly DoorCall[], until: number): BucketUse {
  const moments = calls.map(({ received_at }) => received_at);
  const since = moments[0] ?? until;
  const allowed = bucket.capacity + ((until - since) / 1_000) * bucket.refillPerSecond;
  return { bucket: name, calls: moments.length, allowed, overIssue: overIssueOf(moments, bucket) };
}
