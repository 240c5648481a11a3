import type { ClientBase } from 'pg';
import { OlderTimeline, Timelines } from './timelines';
import { requireWritable } from './watch-connection';

it('goes from a server to one that was promoted, and never back', () => {
  const timelines = new Timelines();
  let newer = 0;
  const unfollow = timelines.onNewer(() => (newer += 1));
  timelines.meet(2);
  timelines.meet(2);
  expect(() => timelines.meet(1)).toThrow(OlderTimeline);
  expect([timelines.isOlder(1), timelines.isOlder(2), timelines.isOlder(undefined)]).toEqual([true, false, false]);
  timelines.meet(3);
  expect(newer).toBe(2);
  unfollow();
  timelines.meet(4);
  expect([newer, timelines.isOlder(3)]).toEqual([2, true]);
});

it('are asked for once of a server that cannot tell', async () => {
  const asked: boolean[] = [];
  const query = (text: string) => {
    const asksTimeline = text.includes('pg_walfile_name');
    asked.push(asksTimeline);
    if (asksTimeline) return Promise.reject(Object.assign(new Error('permission denied'), { code: '42501' }));
    return Promise.resolve({ rows: [{ is_standby: false, read_only: 'off', timeline: null }] });
  };
  const timelines = new Timelines();
  for (let round = 0; round < 2; round++) await requireWritable({ query } as unknown as ClientBase, timelines);
  expect(asked).toEqual([true, false, false]);
});
