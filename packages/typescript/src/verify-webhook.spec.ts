import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { InvalidWebhookError, verifyWebhook } from './verify-webhook';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const now = Date.parse('2026-01-05T09:00:00.000Z');
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: { message: 'no\\0 😀' } });

function signed(text = body, known = secret, id = 'evt_1', at = now) {
  const signature = new Webhook(known).sign(id, new Date(at), text);
  return { 'Webhook-Id': id, 'webhook-timestamp': String(Math.floor(at / 1_000)), 'webhook-signature': signature };
}

test('what the standard library signs is given parsed, its type says what its data is', async () => {
  const event = await verifyWebhook(body, signed(), secret, { now });
  expect(event.type === 'webhook.test' && event.data.message).toBe('no\\0 😀');
  expect((await verifyWebhook(body, new Headers(signed()), ['another secret of mine', secret], { now })).id).toBe('evt_1');
});

test.each([
  ['another body', `${body} `, signed(), secret],
  ['another secret', body, signed(), 'whsec_AAAA'],
  ['an empty secret', body, signed(), 'whsec_'],
  ['a secret that is no base64', body, signed(), 'whsec_*'],
  ['no secret', body, signed(), []],
  ['no header', body, {}, secret],
  ['an old message', body, signed(body, secret, 'evt_1', now - 301_000), secret],
  ['no time', body, { ...signed(), 'webhook-timestamp': 'NaN' }, secret],
  ['an empty signature', body, { ...signed(), 'webhook-signature': 'v1,' }, secret],
  ['a signature that is no base64', body, { ...signed(), 'webhook-signature': 'v1,*' }, secret],
  ['the id of another', body, signed(body, secret, 'evt_2'), secret],
  ['a body that is null', 'null', signed('null'), secret],
  ['a body that is no JSON', 'x', signed('x'), secret],
])('%s is refused', async (_, text, headers, key) => {
  await expect(verifyWebhook(text, headers, key, { now })).rejects.toBeInstanceOf(InvalidWebhookError);
});

test('a secret in base64url is the same secret', async () => {
  const known = `whsec_${Buffer.from('??>>~~??>>~~??>>').toString('base64')}`;
  const inUrl = known.slice(0, 6) + known.slice(6).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  expect(inUrl).toMatch(/^whsec_.*[-_]/);
  expect((await verifyWebhook(body, signed(body, known), inUrl, { now })).id).toBe('evt_1');
});

test('of a key pair its public half verifies, and is no secret', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const known = `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')}`;
  const byPair = `v1a,${sign(null, Buffer.from(`evt_1.${now / 1_000}.${body}`), privateKey).toString('base64')}`;
  expect((await verifyWebhook(body, { ...signed(), 'webhook-signature': byPair }, ['whsec_AAAA', known], { now })).id).toBe('evt_1');
  await expect(verifyWebhook(`${body} `, { ...signed(), 'webhook-signature': byPair }, known, { now })).rejects.toThrow(
    'no signature fits',
  );
  await expect(verifyWebhook(body, signed(), 'whpk_AAAA', { now })).rejects.toThrow('the public key is not whpk_');
  const asSecret = `v1,${createHmac('sha256', known)
    .update(`evt_1.${now / 1_000}.${body}`)
    .digest('base64')}`;
  await expect(verifyWebhook(body, { ...signed(), 'webhook-signature': asSecret }, known, { now })).rejects.toThrow('no signature fits');
});
