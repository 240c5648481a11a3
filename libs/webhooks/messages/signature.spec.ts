import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '@pps/webhook-receiver';
import { bodySignature, newKeyPair, newSecret, signWithKey, standardSignature } from './signature';

const vector = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('signatures', () => {
  it('agree with the check vector of Standard Webhooks', () => {
    expect(standardSignature(vector, [secret])).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('of a secret we made are accepted by the standard library, also beside one of an older secret', () => {
    const [fresh, old] = [newSecret(), newSecret()];
    const timestamp = Math.floor(Date.now() / 1_000);
    const signature = standardSignature({ ...vector, timestamp }, [fresh, old]);
    for (const known of [fresh, old]) {
      const headers = { 'webhook-id': vector.id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
      expect(new Webhook(known).verify(vector.body, headers)).toEqual({ test: 2432232314 });
    }
  });

  it('of a secret without prefix are keyed with its text', () => {
    const text = 'a secret of the user, ñ';
    const signature = new Webhook(Buffer.from(text).toString('base64')).sign(vector.id, new Date(vector.timestamp * 1_000), vector.body);
    expect(standardSignature(vector, [text])).toBe(signature);
  });

  it('of the body alone are hex and keyed with the whole secret', () => {
    expect(bodySignature('what do ya want for nothing?', 'Jefe')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('agree both ways with the standard library on 10,000 random bodies and secrets', () => {
    const now = new Date();
    const timestamp = Math.floor(now.getTime() / 1_000);
    for (let n = 0; n < 10_000; n++) {
      const length = 24 + randomInt(41);
      const known = `whsec_${randomBytes(length).toString('base64')}`;
      const body = JSON.stringify({ n, text: randomBytes(randomInt(200)).toString('latin1'), more: '😀\u2028ñ'.repeat(randomInt(4)) });
      const id = `evt_${randomUUID()}`;
      const library = new Webhook(known);
      const signature = standardSignature({ id, timestamp, body }, [known]);
      if (library.sign(id, now, body) !== signature) throw new Error(`other signature of ${id} with ${known}: ${body}`);
      library.verify(body, { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature });
    }
  });

  it('of key pairs follow those of secrets, and the receiver verifies 1,000 random bodies by the public key alone', () => {
    const timestamp = Math.floor(Date.now() / 1_000);
    for (let n = 0; n < 1_000; n++) {
      const [known, pair] = [newSecret(), newKeyPair()];
      const id = `evt_${randomUUID()}`;
      const body = JSON.stringify({ id, text: `${randomBytes(randomInt(200)).toString('latin1')}😀\ud83d` });
      const signature = standardSignature({ id, timestamp, body }, [known], [pair.privateKey]);
      const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
      if (!/^v1,\S{44} v1a,\S{88}$/.test(signature)) throw new Error(`not as the specification says: ${signature}`);
      if (verifyWebhook(body, headers, pair.publicKey).id !== id) throw new Error(`not verified: ${body}`);
      new Webhook(known).verify(body, headers);
    }
  });

  it('of a key pair agree with the first vector of RFC 8032', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const privateKey = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]).toString('base64');
    expect(Buffer.from(signWithKey('', privateKey), 'base64').toString('hex')).toMatch(
      /^e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155/,
    );
  });

  it('come from secrets of 32 bytes that never repeat', () => {
    expect(Buffer.from(newSecret().slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(newSecret());
  });
});
