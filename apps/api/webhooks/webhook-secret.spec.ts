import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '@pps/webhook-receiver';
import { WebhookCreateDto } from './webhook-input.dto';

const refused = async (secret: string) =>
  (await validate(plainToInstance(WebhookCreateDto, { url: 'https://example.org', secret }))).map(({ property }) => property);

it.each([
  'whsec_4f-Zr0cY_1x8kQe2n5PvWbTq7LmSdHuA',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQQ',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQ===',
  'whsec_MfKQ9r8GKYqrTwjU PD8ILPZIo2LaLaSw',
  'whsec_==========',
  'grüße-an-alle-empfänger',
  'a secret with a 📌 in it',
  'a secret with \u0007 in it',
  'whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
])('%j is refused: receivers could not use it', async (secret) => {
  expect(await refused(secret)).toEqual(['secret']);
});

it.each(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQQ==', 'a secret of mine, raw'])(
  '%j is taken, and verified by receivers',
  async (secret) => {
    expect(await refused(secret)).toEqual([]);
    const [body, at] = [JSON.stringify({ id: 'evt_1' }), new Date()];
    const library = new Webhook(secret, secret.startsWith('whsec_') ? undefined : { format: 'raw' });
    const headers = {
      ...{ 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)) },
      'webhook-signature': library.sign('evt_1', at, body),
    };
    expect(library.verify(body, headers)).toEqual(verifyWebhook(body, headers, secret));
  },
);
