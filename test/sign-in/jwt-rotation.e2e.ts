import { randomBytes } from 'node:crypto';
import { register } from '../setup/account';
import { bearer } from '../setup/caller';
import { servedLog, startService } from '../setup/running-service';

const key = () => randomBytes(32).toString('base64');

test('a changed key of session tokens: the old tokens hold while their key is accepted, and no longer', async () => {
  const [old, next, third] = [key(), key(), key()];
  const first = await startService({ JWT_KEY: old, EVENTSTORE_URL: servedLog });
  const account = await register(first.call);
  const { DATABASE_URL = '', EVENTSTORE_URL = '', DATA_DIR } = first.parts.configuration;
  const same = { DATABASE_URL, EVENTSTORE_URL, DATA_DIR };
  const me = (service: typeof first, session = account.session) => service.call('GET', '/v1/auth/me', undefined, session);
  try {
    await expect(startService({ ...same, JWT_KEY: next })).rejects.toThrow('JWT_KEY');
    const rotated = await startService({ ...same, JWT_KEY: next, JWT_PREVIOUS_KEYS: old });
    expect((await me(rotated)).status).toBe(200);
    const { body } = await rotated.call('POST', '/v1/auth/login', { email: account.email, password: 'correct horse' });
    expect((await me(rotated, bearer(body.access_token))).status).toBe(200);
    expect((await me(first, bearer(body.access_token))).status).toBe(401);
    await rotated.stop();
    const later = await startService({ ...same, JWT_KEY: third, JWT_PREVIOUS_KEYS: next });
    expect((await me(later)).status).toBe(401);
    expect((await me(later, bearer(body.access_token))).status).toBe(200);
    await later.stop();
  } finally {
    await first.stop();
  }
});
