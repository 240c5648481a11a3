import { askedFieldsOf, judgeRow, type RowResult } from './judge-rows';

const result = (more: Partial<RowResult> = {}): RowResult => ({
  ...{ status: 'existing', pin_id: 'p1', schedule_id: null, error_message: null },
  ...more,
});
const pin = { platform_account_id: 'a', board_id: '1', title: '007' };
const before = { ...result({ status: 'created' }), asked: askedFieldsOf(pin) };

it.each([
  ['the pin that it had made', result(), pin, 'same'],
  ['a refusal that says why', result({ status: 'failed', pin_id: null, error_message: 'No.' }), null, 'refused with words'],
  ['a refusal without words', result({ status: 'failed', pin_id: null }), null, 'silently wrong'],
  ['a second pin', result({ status: 'created', pin_id: 'p2' }), pin, 'published twice'],
  ['another pin', result({ status: 'created', pin_id: 'p2' }), { ...pin, title: '7' }, 'silently wrong'],
  ['a pin that another row had made', result({ pin_id: 'p2' }), { ...pin, board_id: '2' }, 'silently wrong'],
])('%s', (_, after, now, verdict) => {
  expect(judgeRow(before, after, now && askedFieldsOf(now), false).verdict).toBe(verdict);
});

it('a text that reads as a value is changed by the program, where nothing in the file tells', () => {
  const now = askedFieldsOf({ ...pin, title: '7' });
  expect(judgeRow(before, result({ pin_id: 'p2' }), now, true)).toEqual({
    verdict: 'changed by the program',
    said: 'title "007" became "7"',
  });
});
