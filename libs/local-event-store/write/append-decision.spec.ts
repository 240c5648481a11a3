import { noRevision, tombstoneRevision } from '../log/stored-event';
import { decideAppend, type AppendDecision, type AppendSituation, type WrittenEvent } from './append-decision';
import type { ExpectedStreamRevision } from './write-request';

interface Given {
  /** Ids in the order written, from revision 0 on. */
  readonly stream: readonly string[];
  readonly softDeleted?: boolean;
  readonly hasMetadata?: boolean;
  readonly tombstoned?: boolean;
  /** The recent ids are empty, as after a restart. */
  readonly restarted?: boolean;
}

function decide(given: Given, ids: readonly string[], expected: ExpectedStreamRevision): AppendDecision {
  const at = (revision: number): WrittenEvent | undefined => {
    const id = given.stream[revision];
    return id === undefined ? undefined : { id, revision: BigInt(revision), position: BigInt(100 + revision) };
  };
  const situation: AppendSituation = {
    lastRevision: given.tombstoned ? tombstoneRevision : given.stream.length > 0 ? BigInt(given.stream.length - 1) : noRevision,
    softDeleted: given.softDeleted ?? false,
    hasMetadata: given.hasMetadata ?? given.softDeleted ?? false,
    expected,
    ids,
    recent: (id) => (given.restarted ? undefined : at(given.stream.indexOf(id))),
    stored: (revision) => at(Number(revision)),
    readable: () => !given.softDeleted,
  };
  return decideAppend(situation);
}

const written = (revision: number, readable: 'readable' | 'hidden' = 'readable') => ({
  kind: 'already_written',
  revision: BigInt(revision),
  position: readable === 'hidden' ? undefined : BigInt(100 + revision),
});
const six = { stream: ['0', '1', '2', '3', '4', '5'] };
const two = { stream: ['0', '1'] };
const none = { stream: [] };

describe('append decision', () => {
  it.each<[string, Given, string[], ExpectedStreamRevision, object]>([
    ['event 0 of six at no_stream', six, ['0'], 'no_stream', written(0)],
    ['event 0 of six at any', six, ['0'], 'any', written(0)],
    ['event 0 of six at the current revision', six, ['0'], 5n, { kind: 'append' }],
    ['event 0 of six above the current revision', six, ['0'], 6n, { kind: 'wrong_expected_version' }],
    ['event 0 of six at a revision above its own', six, ['0'], 4n, { kind: 'wrong_expected_version' }],
    ['two again at no_stream', two, ['0', '1'], 'no_stream', written(1)],
    ['two again at any', two, ['0', '1'], 'any', written(1)],
    ['the second again at 0', two, ['1'], 0n, written(1)],
    ['the second again at any', two, ['1'], 'any', written(1)],
    ['two and one more at no_stream', two, ['0', '1', '2'], 'no_stream', { kind: 'wrong_expected_version' }],
    ['two and one more at any', two, ['0', '1', '2'], 'any', { kind: 'wrong_expected_version' }],
    ['a new one before old ones at any', two, ['2', '0'], 'any', { kind: 'append' }],
    ['two again at any after a restart', { ...two, restarted: true }, ['0', '1'], 'any', { kind: 'append' }],
    ['two again at no_stream after a restart', { ...two, restarted: true }, ['0', '1'], 'no_stream', written(1)],
    ['one id many times at any', { stream: ['0', '0', '0'] }, ['0', '0', '0'], 'any', written(0)],
    ['one id many times at no_stream', { stream: ['0', '0', '0'] }, ['0', '0', '0'], 'no_stream', written(2)],
    ['other ids at no_stream', two, ['7'], 'no_stream', { kind: 'wrong_expected_version' }],
    ['a stream never written at no_stream', none, ['0'], 'no_stream', { kind: 'append' }],
    ['a stream never written at any', none, ['0'], 'any', { kind: 'append' }],
    ['a stream never written at a revision', none, ['0'], 0n, { kind: 'wrong_expected_version' }],
    ['a stream never written that must exist', none, ['0'], 'stream_exists', { kind: 'wrong_expected_version' }],
    ['a stream with metadata only that must exist', { stream: [], hasMetadata: true }, ['0'], 'stream_exists', { kind: 'append' }],
    ['an existing stream that must exist', two, ['2'], 'stream_exists', { kind: 'append' }],
    ['a soft-deleted stream that must exist', { ...two, softDeleted: true }, ['2'], 'stream_exists', { kind: 'stream_deleted' }],
    ['a soft-deleted stream at no_stream', { ...two, softDeleted: true }, ['2'], 'no_stream', { kind: 'append' }],
    ['a retry on a soft-deleted stream', { ...two, softDeleted: true }, ['0', '1'], 'no_stream', written(1, 'hidden')],
    [
      'a partial retry on a soft-deleted stream',
      { ...two, softDeleted: true },
      ['0', '7'],
      'no_stream',
      { kind: 'wrong_expected_version' },
    ],
    ['no events at the current revision', two, [], 1n, { kind: 'append' }],
    ['no events at any', none, [], 'any', { kind: 'append' }],
    ['no events at a past revision', two, [], 0n, { kind: 'wrong_expected_version' }],
    ['no events on a soft-deleted stream at no_stream', { ...two, softDeleted: true }, [], 'no_stream', { kind: 'append' }],
    ['a tombstoned stream at any', { ...two, tombstoned: true }, ['0'], 'any', { kind: 'stream_deleted' }],
    ['a tombstoned stream at its revision', { ...two, tombstoned: true }, ['2'], tombstoneRevision, { kind: 'stream_deleted' }],
  ])('%s', (_, given, ids, expected, decision) => {
    expect(decide(given, ids, expected)).toEqual(decision);
  });
});
