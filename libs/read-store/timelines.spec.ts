import type { ClientBase } from 'pg';
import { OlderTimeline, Timelines } from './timelines';
import { requireWritable } from './watch-connection';

const at = (number: number, cluster = 'first') => ({ cluster, number });

it('goes from a server to one that was promoted, and never back', () => {
  const timelines = new Timelines();
  let newer = 0;
  const unfollow = timelines.onNewer(() => (newer += 1));
  timelines.meet(at(2));
  timelines.meet(at(2));
  expect(() => timelines.meet(at(1))).toThrow(OlderTimeline);
  expect([timelines.isOlder(at(1)), timelines.isOlder(at(2)), timelines.isOlder(undefined)]).toEqual([true, false, false]);
  timelines.meet(at(3));
  expect(newer).toBe(2);
  unfollow();
  timelines.meet(at(4));
  expect([newer, timelines.isOlder(at(3))]).toEqual([2, true]);
});

it('goes to another cluster, whose numbers begin again, and not back to the one that was left', () => {
  const timelines = new Timelines();
  timelines.meet(at(7));
  timelines.meet(at(1, 'upgraded'));
  expect([timelines.isOlder(at(7)), timelines.isOlder(at(1, 'upgraded'))]).toEqual([true, false]);
  expect(() => timelines.meet(at(8))).toThrow(/timeline 8, and one of another cluster/);
  timelines.meet(at(2, 'upgraded'));
  expect(() => timelines.meet(at(1, 'upgraded'))).toThrow(/timeline 1, and one of timeline 2/);
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
