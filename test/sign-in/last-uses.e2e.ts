import { logIn, newKey, register } from '../setup/account';
import { bearer } from '../setup/caller';
import { servedLog, startService } from '../setup/running-service';

test('when a key and a session were last used is written as the process ends that saw it', async () => {
  const first = await startService({ EVENTSTORE_URL: servedLog });
  try {
    const { DATABASE_URL = '', EVENTSTORE_URL = '', DATA_DIR } = first.parts.configuration;
    const ada = await register(first.call);
    const key = await newKey(first.call, ada.session);
    const other = bearer((await logIn(first.call, ada.email)).body.access_token);
    const usesSeenByFirst = async () => {
      const keys = await first.call('GET', '/v1/api-keys', undefined, ada.session);
      const sessions = await first.call('GET', '/v1/auth/sessions', undefined, ada.session);
      const others = (sessions.body as { current: boolean; last_used_at: string | null }[]).filter(({ current }) => !current);
      return [keys.body[0].last_used_at, ...others.map(({ last_used_at: at }) => at)];
    };
    expect(await usesSeenByFirst()).toEqual([null, null]);
    const second = await startService({ DATABASE_URL, EVENTSTORE_URL, DATA_DIR });
    expect((await second.call('GET', '/v1/api-keys', undefined, key.headers)).status).toBe(200);
    expect((await second.call('GET', '/v1/auth/me', undefined, other)).status).toBe(200);
    await second.stop();
    expect(await usesSeenByFirst()).toEqual([expect.any(String), expect.any(String)]);
  } finally {
    await first.stop();
  }
});
