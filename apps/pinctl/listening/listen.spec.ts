import { eventCatalogue } from '@pps/webhooks';
import { findNewDeliveries, describeEvent, type DescribedEvent } from './listen';
import type { ServiceClient } from './service-client';

/** A service that lists so many deliveries, numbered from the newest; counts what it was asked. */
function serviceWith(deliveries: number) {
  const asked: string[] = [];
  const client: ServiceClient = {
    url: new URL('http://localhost'),
    call: async (_, path) => {
      asked.push(path);
      const query = new URL(path, 'http://localhost').searchParams;
      const [limit, from] = [Number(query.get('limit')), Number(query.get('cursor') ?? 0)];
      const end = Math.min(deliveries, from + limit);
      const items = Array.from({ length: end - from }, (__, n) => ({ id: String(from + n + 1) }));
      return { status: 200, body: { items, next_cursor: end < deliveries ? String(end) : null } };
    },
  };
  return { asked, client };
}

test('all that came are found, the oldest first, from page to page', async () => {
  const { client } = serviceWith(450);
  const { ids, isIncomplete } = await findNewDeliveries(client, 'w', null);
  expect([ids.length, ids[0], ids.at(-1), isIncomplete]).toEqual([450, '450', '1', false]);
});

test('what came after a known delivery takes one small page where it is little', async () => {
  const { asked, client } = serviceWith(5_000);
  expect(await findNewDeliveries(client, 'w', '4')).toEqual({ ids: ['3', '2', '1'], isIncomplete: false });
  expect(asked).toEqual(['/v1/webhooks/w/deliveries?limit=20']);
});

test.each([[null], ['12000']])(
  'of more than 10,000 the newest are found in 50 requests, after %s, and it is said that there were more',
  async (after) => {
    const { asked, client } = serviceWith(12_000);
    const { ids, isIncomplete } = await findNewDeliveries(client, 'w', after);
    expect(isIncomplete).toBe(true);
    expect(ids.length).toBeGreaterThan(9_800);
    expect(ids.length).toBeLessThanOrEqual(10_000);
    expect(ids.at(-1)).toBe('1');
    expect(asked).toHaveLength(50);
  },
);

test('exactly 10,000 are all', async () => {
  const { client } = serviceWith(10_000);
  const { ids, isIncomplete } = await findNewDeliveries(client, 'w', null);
  expect([ids.length, isIncomplete]).toEqual([10_000, false]);
});

const event = (data: DescribedEvent['data'], sequence = 7): DescribedEvent => ({
  type: 'pin.published',
  sequence,
  timestamp: '2026-01-05T09:00:00.000Z',
  data,
});

test('an event is one line with what says most', () => {
  const data = { pin_id: 'p', title: 'A blue door 🚪', status: 'published', error_code: null, platform_url: 'https://example.com/1' };
  expect(describeEvent(event(data))).toBe('09:00:00  #7  pin.published  "A blue door 🚪"  published  https://example.com/1');
  expect(describeEvent(event({ message: 'Hello' }, 0))).toBe('09:00:00  test  pin.published  Hello');
});

test('what somebody wrote cannot steer the terminal, and is cut', () => {
  const line = describeEvent(event({ title: `\x1b[2J\r\n\0\u202e\ud83d${'😀'.repeat(10_000)}`, status: '\x07' }));
  expect(line).not.toMatch(/[\p{Cc}\u202e]|\p{Surrogate}/u);
  expect([...line].length).toBeLessThan(140);
});

test('every event of the catalogue can be told', () => {
  for (const { example } of eventCatalogue)
    expect(describeEvent(example as unknown as DescribedEvent)).toContain((example as { type: string }).type);
});
