import { fold } from '@pps/kernel';
import { boardVerdictSamples } from '../testing';
import { boardVerdict, recordVerdict, type BoardVerdictState } from './board-verdict.stream';

const at = (minute: number) => `2026-01-05T10:0${minute}:00.000Z`;
const about = { accountId: '8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60', boardId: '7' };
const ok = (minute: number) => ({ ...about, status: 'ok', code: null, checkedAt: at(minute) }) as const;
const gone = (minute: number) => ({ ...about, status: 'failed', code: 'board_deleted', checkedAt: at(minute) }) as const;
const stateAfter = (...facts: ReturnType<typeof recordVerdict>): BoardVerdictState => fold(boardVerdict, facts);

describe('a verdict about a board', () => {
  it('is a fact the first time and where it changed', () => {
    const first = recordVerdict(ok(0), boardVerdict.initial);
    expect(first).toEqual([{ type: 'BoardVerdictChanged', data: ok(0) }]);
    expect(recordVerdict(gone(2), stateAfter(...first))).toEqual([{ type: 'BoardVerdictChanged', data: gone(2) }]);
  });

  it('is none when it says what was known', () => {
    expect(recordVerdict(ok(3), stateAfter(...recordVerdict(ok(0), boardVerdict.initial)))).toEqual([]);
  });

  it('is none when a later one is known', () => {
    expect(recordVerdict(gone(1), stateAfter(...recordVerdict(ok(2), boardVerdict.initial)))).toEqual([]);
  });

  it('is a new one for another reason', () => {
    expect(stateAfter(...boardVerdictSamples)).toMatchObject({ kind: 'known', status: 'failed', code: 'board_deleted' });
    expect(
      recordVerdict({ ...gone(9), code: 'board_access_denied' }, stateAfter(...recordVerdict(gone(1), boardVerdict.initial))),
    ).toHaveLength(1);
  });
});
