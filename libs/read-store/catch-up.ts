import { linkAbort, pause } from '@pps/concurrency';
import { follow, type RecordedFact } from '@pps/event-store';
import { retryWhileUnavailable } from './retry-while-unavailable';
import { advance, type Member } from './projection-batch';
import type { ProjectorOptions } from './projector-options';
import { takeIn } from './take-in';

/** Those that stand together and take each batch in together. */
export interface Group {
  /** The last position of the batch that the group has begun to take in. */
  begun: bigint;
  members: readonly Member[];
}

const maxBatch = 2_000;
// A pin and its unit of quota come some milliseconds apart: one transaction for both is half the work.
const gatherMs = 10;
// Who is served meanwhile is to feel little of a rebuild: it takes a fifth of the time.
const restPerWork = 4;
// The last steps are taken without a rest, or it would never come up with those who write without one.
const restFrom = 200;
const longestRestMs = 4_000;

const isRebuild = ({ build, serving }: Member): boolean => build > 1 && !serving;

/** Keeps the group up to date; a member that cannot take a batch leaves it and is handed to `onLeft`. */
export const followTogether = (options: ProjectorOptions, front: bigint, group: Group, onLeft: (member: Member) => void): Promise<void> =>
  followWhile(options, front, async (facts) => {
    group.begun = facts.at(-1)?.position ?? group.begun;
    await retryWhileUnavailable(options, async () => {
      const left = await advance(options.db, group.members, facts);
      group.members = group.members.filter((member) => !left.includes(member) && !member.gone);
      for (const member of left) onLeft(member);
    });
  });

/** Follows for one member until it stands with the group, and no nearer to the log's beginning than `head`; then it joins. */
export async function catchUp(options: ProjectorOptions, member: Member, group: Group, head: bigint): Promise<void> {
  const done = linkAbort(options.signal);
  const join = () => {
    if (member.stopped || member.gone) return done.abort();
    // The group may have begun a batch meanwhile.
    if (member.position < group.begun || member.position < head) return;
    group.members = [...group.members, member];
    done.abort();
  };
  try {
    join();
    await followWhile({ ...options, signal: done.signal }, member.position, async (facts) => {
      const begun = performance.now();
      await retryWhileUnavailable(options, () => takeIn(options.db, member, facts, options.signal));
      join();
      if (isRebuild(member) && facts.length >= restFrom) {
        const rest = Math.min(restPerWork * (performance.now() - begun), longestRestMs);
        await pause(rest, done.signal);
      }
    });
  } finally {
    done.release();
  }
}

async function followWhile(
  { store, signal, log }: ProjectorOptions,
  after: bigint,
  onBatch: (facts: readonly RecordedFact[]) => Promise<void>,
): Promise<void> {
  const onDropped = (error: unknown) => log('warn', 'the subscription of the projections dropped; resuming', { error: String(error) });
  await follow(store, { after: after === -1n ? null : after, signal, maxBatch, gatherMs, onBatch, onDropped });
}
