import { eventCatalogue } from '@pps/webhooks';
import { describeEvent, type DescribedEvent } from './describe-event';

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
