import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { InvalidWebhook, SeenEvents, verifyWebhook } from './index';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const now = Date.parse('2026-01-05T09:00:00.000Z');
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: { message: 'no\\0 😀' } });

function signed(text = body, known = secret, id = 'evt_1', at = now) {
  const signature = new Webhook(known).sign(id, new Date(at), text);
  return { 'Webhook-Id': id, 'webhook-timestamp': String(Math.floor(at / 1_000)), 'webhook-signature': signature };
}

test('what the standard library signs is given parsed, its type says what its data is', () => {
  const event = verifyWebhook(body, signed(), secret, { now });
  expect(event.type === 'webhook.test' && event.data.message).toBe('no\\0 😀');
});

test('headers of Fetch are read as any others', () => {
  expect(verifyWebhook(body, new Headers(signed()), secret, { now }).id).toBe('evt_1');
  expect(verifyWebhook(body, new Request('http://127.0.0.1', { headers: signed() }).headers, secret, { now }).id).toBe('evt_1');
  expect(() => verifyWebhook(body, new Headers({ get: 'x' }), secret, { now })).toThrow('a webhook header is missing');
});

test('while the secret changes, either will do, and signatures of other kinds are passed over', () => {
  const headers = signed();
  const both = { ...headers, 'webhook-signature': [`v1a,AAAA v1,AAAA ${headers['webhook-signature']}`] };
  expect(verifyWebhook(body, both, ['another secret of mine', secret], { now }).id).toBe('evt_1');
});

test.each([
  ['another body', () => verifyWebhook(`${body} `, signed(), secret, { now })],
  ['another secret', () => verifyWebhook(body, signed(), 'whsec_AAAA', { now })],
  ['no secret', () => verifyWebhook(body, signed(), [], { now })],
  ['no header', () => verifyWebhook(body, {}, secret, { now })],
  ['an old message', () => verifyWebhook(body, signed(), secret, { now: now + 301_000 })],
  ['a message of the future', () => verifyWebhook(body, signed(), secret, { now: now - 301_000 })],
  ['no time', () => verifyWebhook(body, { ...signed(), 'webhook-timestamp': 'NaN' }, secret, { now })],
  ['an empty signature', () => verifyWebhook(body, { ...signed(), 'webhook-signature': 'v1,' }, secret, { now })],
  ['the id of another', () => verifyWebhook(body, signed(body, secret, 'evt_2'), secret, { now })],
])('%s is refused', (_, verify) => {
  expect(verify).toThrow(InvalidWebhook);
});

describe('a key pair', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const known = `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')}`;
  const text = `evt_1.${now / 1_000}.${body}`;
  const byPair = `v1a,${sign(null, Buffer.from(text), privateKey).toString('base64')}`;
  const headers = signed();
  const both = { ...headers, 'webhook-signature': `${headers['webhook-signature']} ${byPair}` };

  test('of the service is verified with its public half, beside the secret or without it', () => {
    expect(verifyWebhook(body, both, known, { now }).id).toBe('evt_1');
    expect(verifyWebhook(body, { ...headers, 'webhook-signature': byPair }, ['whsec_AAAA', known], { now }).id).toBe('evt_1');
  });

  test.each([
    ['another body', () => verifyWebhook(`${body} `, both, known, { now })],
    ['no signature of a pair', () => verifyWebhook(body, headers, known, { now })],
    ['a short signature', () => verifyWebhook(body, { ...headers, 'webhook-signature': 'v1a,AAAA' }, known, { now })],
    ['another public key', () => verifyWebhook(body, both, `whpk_${Buffer.alloc(32, 1).toString('base64')}`, { now })],
    ['a broken public key', () => verifyWebhook(body, both, 'whpk_AAAA', { now })],
    ['a public key taken for a secret', () => verifyWebhook(body, keyedWith(known), known, { now })],
    [
      'its signature told to be of a secret',
      () => verifyWebhook(body, { ...headers, 'webhook-signature': byPair.replace('v1a', 'v1') }, known, { now }),
    ],
  ])('does not make %s valid', (_, verification) => {
    expect(verification).toThrow(InvalidWebhook);
  });

  const keyedWith = (key: string) => ({
    ...headers,
    'webhook-signature': ['v1', 'v1a'].map((tag) => `${tag},${createHmac('sha256', key).update(text).digest('base64')}`).join(' '),
  });
});

test('an event is new once, and so many are remembered', () => {
  const seen = new SeenEvents(2);
  expect(['a', 'a', 'b', 'c', 'a', 'c'].map((id) => seen.isNew({ id }))).toEqual([true, false, true, true, true, false]);
});
