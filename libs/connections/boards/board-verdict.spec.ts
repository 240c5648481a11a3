import { fold } from '@pps/kernel';
import { boardVerdictSamples } from '../testing';
import { boardVerdict, noteVerdict, type BoardVerdictState } from './board-verdict.decider';

const at = (minute: number) => `2026-01-05T10:0${minute}:00.000Z`;
const about = { accountId: '8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60', boardId: '7' };
const ok = (minute: number) => ({ ...about, status: 'ok', code: null, checkedAt: at(minute) }) as const;
const gone = (minute: number) => ({ ...about, status: 'failed', code: 'board_deleted', checkedAt: at(minute) }) as const;
const told = (...facts: ReturnType<typeof noteVerdict>): BoardVerdictState => fold(boardVerdict, facts);

describe('a verdict about a board', () => {
  it('is a fact the first time and where it changed', () => {
    const first = noteVerdict(ok(0), boardVerdict.initial);
    expect(first).toEqual([{ type: 'BoardVerdictChanged', data: ok(0) }]);
    expect(noteVerdict(gone(2), told(...first))).toEqual([{ type: 'BoardVerdictChanged', data: gone(2) }]);
  });

  it('is none when it says what was known', () => {
    expect(noteVerdict(ok(3), told(...noteVerdict(ok(0), boardVerdict.initial)))).toEqual([]);
  });

  it('is none when a later one is known', () => {
    expect(noteVerdict(gone(1), told(...noteVerdict(ok(2), boardVerdict.initial)))).toEqual([]);
  });

  it('is a new one for another reason', () => {
    expect(told(...boardVerdictSamples)).toMatchObject({ kind: 'known', status: 'failed', code: 'board_deleted' });
    expect(noteVerdict({ ...gone(9), code: 'board_access_denied' }, told(...noteVerdict(gone(1), boardVerdict.initial)))).toHaveLength(1);
  });
});
