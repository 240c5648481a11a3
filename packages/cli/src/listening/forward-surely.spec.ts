import { forwardSurely } from './forward-surely';
import { readTarget } from './read-target';

const delivery = { id: 'd', event_id: 'evt_1', event: 'pin.queued', sequence: 1, payload: {} };
const failed = (code?: string) => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), code && { code }) });
const tell = () => ({ signal: new AbortController().signal, tellAway: jest.fn() });
afterEach(() => void jest.restoreAllMocks());

test.each(['http://u:p@127.0.0.1:4000/', 'http://u@127.0.0.1/', 'http://127.0.0.1:6000/', 'ftp://127.0.0.1/', 'x'])(
  '%s is no target',
  (text) => expect(() => readTarget(text)).toThrow('--forward'),
);

test('a lost connection is waited for, more often than a silence is borne', async () => {
  const sent = jest.spyOn(globalThis, 'fetch').mockRejectedValue(failed('ECONNREFUSED'));
  for (let n = 0; n < 3; n += 1) sent.mockRejectedValueOnce(failed('ECONNRESET'));
  sent.mockResolvedValueOnce(new Response());
  const given = tell();
  expect((await forwardSurely(readTarget('http://127.0.0.1:4000'), delivery, 's', given))?.status).toBe(200);
  expect(given.tellAway).toHaveBeenCalledWith('ECONNRESET');
});

test('what fetch itself refuses is not tried again', async () => {
  const sent = jest.spyOn(globalThis, 'fetch').mockRejectedValue(failed());
  await expect(forwardSurely(readTarget('http://127.0.0.1:4000'), delivery, 's', tell())).rejects.toThrow('nothing can be sent');
  expect(sent).toHaveBeenCalledTimes(1);
});
