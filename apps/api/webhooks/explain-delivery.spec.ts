import { execFileSync } from 'node:child_process';
import { curlOf, explainDelivery } from './explain-delivery';

const fresh = {
  status: 'pending',
  attemptCount: 0,
  lastStatusCode: null,
  lastError: null,
  nextAttemptAt: '2026-01-05T09:00:00.000Z',
} as const;

test.each([
  [{}, 'It is due at 2026-01-05T09:00:00.000Z.'],
  [
    { attemptCount: 2, lastStatusCode: 302 },
    'Attempt 2: the endpoint answered 302. Only 2xx is success, so it is tried again at 2026-01-05T09:00:00.000Z.',
  ],
  [
    { status: 'exhausted' as const, attemptCount: 10, lastError: 'The URL cannot be reached', nextAttemptAt: null },
    'Attempt 10: The URL cannot be reached. No attempt is left; redelivery begins a new series.',
  ],
  [
    { attemptCount: 1, lastStatusCode: 204 },
    'Attempt 1 succeeded: the endpoint answered 204. It was asked for again and is due at 2026-01-05T09:00:00.000Z.',
  ],
  [
    { status: 'held' as const, attemptCount: 1, lastStatusCode: 204 },
    'Attempt 1: the endpoint answered 204. The webhook is disabled; it is sent when the webhook is enabled again.',
  ],
  [{ status: 'held' as const }, 'The webhook is disabled; it is sent when the webhook is enabled again.'],
  [{ status: 'delivered' as const, attemptCount: 1, lastStatusCode: 204 }, 'Attempt 1 succeeded: the endpoint answered 204.'],
])('%j is explained', (delivery, text) => {
  expect(explainDelivery({ ...fresh, ...delivery })).toBe(text);
});

test('the shell takes the command as it is meant, whatever stands in a title or a URL', () => {
  const payload = { title: `it's $(id) \`id\` "😀" \\ \n` };
  const url = `https://example.com/hook?a='$(id)'&b=;`;
  const command = curlOf({ url, headerNames: [] }, { event: 'pin.failed', id: 'd' }, payload).replace(/^curl/, 'printf "%s\\0"');
  const given = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\0').slice(0, -1);
  expect(given).toEqual([
    '-X',
    'POST',
    '-H',
    'Content-Type: application/json',
    '-H',
    'X-Service-Event: pin.failed',
    '-H',
    'X-Service-Delivery-ID: d',
    '--data-raw',
    JSON.stringify(payload),
    url,
  ]);
});
