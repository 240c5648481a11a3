import { unwritten, type StreamState } from '../log/stream-state';
import { planGroupCommit, type CommittedBefore } from './group-commit';
import type { ExpectedStreamRevision, ProposedEvent, WriteRequest } from './write-request';

const nothing = Buffer.alloc(0);
const event = (id: string): ProposedEvent => ({ id, type: 'Tested', isJson: true, data: Buffer.from('{}'), metadata: nothing });
const append = (stream: string, expected: ExpectedStreamRevision, ...ids: string[]): WriteRequest => ({
  kind: 'append',
  stream,
  expected,
  events: ids.map(event),
});

function committedBefore(states: Record<string, StreamState> = {}): CommittedBefore {
  let fresh = 0;
  return {
    head: 10n,
    now: 5,
    newId: () => `fresh-${(fresh += 1)}`,
    stateOf: (stream) => states[stream] ?? unwritten,
    recentOf: () => undefined,
    storedAt: () => undefined,
  };
}

const rows = (plan: ReturnType<typeof planGroupCommit>) =>
  plan.events.map(({ position, stream, revision }) => `${position} ${stream} ${revision}`);

describe('a group commit', () => {
  it('numbers positions over all writes and revisions per stream, without gaps', () => {
    const plan = planGroupCommit(committedBefore(), [append('a', 'no_stream', '1', '2'), append('b', 'any', '3'), append('a', 1n, '4')]);
    expect(rows(plan)).toEqual(['11 a 0', '12 a 1', '13 b 0', '14 a 2']);
    expect(plan.outcomes).toEqual([
      { kind: 'success', revision: 1n, position: 12n },
      { kind: 'success', revision: 0n, position: 13n },
      { kind: 'success', revision: 2n, position: 14n },
    ]);
    expect(plan.states.get('a')).toMatchObject({ lastRevision: 2n });
  });

  it('lets the first of two rivals win and leaves no gap behind the second', () => {
    const plan = planGroupCommit(committedBefore(), [
      append('a', 'no_stream', '1'),
      append('a', 'no_stream', '2'),
      append('b', 'no_stream', '3'),
    ]);
    expect(rows(plan)).toEqual(['11 a 0', '12 b 0']);
    expect(plan.outcomes[1]).toEqual({ kind: 'wrong_expected_version', current: 0n });
  });

  it.each(['any', 'no_stream'] as const)('knows a retry at %s within the same group', (expected) => {
    const plan = planGroupCommit(committedBefore(), [append('a', expected, '1', '2'), append('a', expected, '1', '2')]);
    expect(rows(plan)).toEqual(['11 a 0', '12 a 1']);
    expect(plan.outcomes[1]).toEqual(plan.outcomes[0]);
  });

  it('lets a later write of the group see a deletion and the recreation after it', () => {
    const plan = planGroupCommit(committedBefore(), [
      append('a', 'no_stream', '1'),
      { kind: 'delete', stream: 'a', expected: 0n },
      append('a', 'stream_exists', '2'),
      append('a', 'no_stream', '3'),
      { kind: 'tombstone', stream: 'a', expected: 'any' },
      append('a', 'any', '4'),
    ]);
    expect(rows(plan)).toEqual(['11 a 0', '12 $$a 0', '13 a 1', '14 $$a 1', '15 a 9223372036854775807']);
    expect(plan.outcomes.map(({ kind }) => kind)).toEqual(['success', 'success', 'stream_deleted', 'success', 'success', 'stream_deleted']);
    expect(plan.events[3]!.data.toString()).toBe('{"$tb":1}');
  });

  it('undeletes by an append without events, and answers without a position', () => {
    const plan = planGroupCommit(committedBefore(), [
      append('a', 'no_stream', '1'),
      { kind: 'delete', stream: 'a', expected: 'any' },
      append('a', 'any'),
    ]);
    expect(rows(plan)).toEqual(['11 a 0', '12 $$a 0', '13 $$a 1']);
    expect(plan.outcomes[2]).toEqual({ kind: 'success', revision: 0n, position: undefined });
  });

  it('refuses to delete what was never written', () => {
    const plan = planGroupCommit(committedBefore(), [{ kind: 'delete', stream: 'a', expected: 'any' }]);
    expect(plan.events).toEqual([]);
    expect(plan.outcomes).toEqual([{ kind: 'wrong_expected_version', current: -1n }]);
  });
});
