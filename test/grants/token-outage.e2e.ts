import { register } from '../setup/account';
import { eventually } from '../setup/eventually';
import { grantTo, startGrantService } from './grant-service';
import { signedInClient } from './official-client';

test('whatever is no fault of the program is told as temporary, and a client keeps its sign-in through it', async () => {
  const service = await startGrantService({ TOKEN_REQUESTS_PER_ADDRESS: '12', ADDRESS_LIMITS_WINDOW: '30s' });
  try {
    const { url, call } = service;
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const person = await register(call);
    const { client, keep } = await signedInClient('new', url, person);
    const { refresh, program, clientId } = await grantTo(service);
    service.after(3_601);
    // Of the window enough is left for what follows, also on a slow machine.
    const isRefusedForLong = () => last.status !== 200 && Number(last.headers.get('retry-after')) > 15;
    let last = await program.refresh(refresh, clientId);
    for (let n = 0; !isRefusedForLong() && n < 10_000; n++) last = await program.refresh(refresh, clientId);
    expect([last.status, last.body.error, Number(last.headers.get('retry-after')) > 0]).toEqual([503, 'temporarily_unavailable', true]);
    const kept = keep.kept.tokens;
    await expect(client.call('list_pins')).rejects.toThrow();
    expect([keep.kept.tokens, keep.kept.questions]).toEqual([kept, 1]);
    const answered = await eventually('the window is over', () => client.call('list_pins').catch(() => undefined));
    expect(answered.isError).toBe(false);
    expect(keep.kept.questions).toBe(1);
    // Bodies that are refused before the route, and methods, have its form, too.
    for (const body of ['x'.repeat(20_000), '\u0000=%zz', '']) {
      const answer = await fetch(`${url}/oauth/token`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([answer.status < 500, typeof ((await answer.json()) as { error: unknown }).error]).toEqual([true, 'string']);
    }
    const wrongType = await fetch(`${url}/oauth/token`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    expect([wrongType.status, ((await wrongType.json()) as { error: unknown }).error]).toEqual([400, 'invalid_request']);
    await client.close();
  } finally {
    await service.stop();
  }
});

test('a refresh in flight is answered before the process goes', async () => {
  const service = await startGrantService();
  let isStopped = false;
  try {
    const { refresh, program, clientId } = await grantTo(service);
    const { db } = service.parts;
    // Held as by another process that refreshes: the answer waits in the database.
    const held = await db.transaction();
    await held.raw('set local idle_in_transaction_session_timeout = 0');
    await held.raw('lock table identity.grant_token in access exclusive mode');
    const asked = program.refresh(refresh, clientId);
    await eventually('the refresh waits', async () => {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        "select 1 from pg_locks where not granted and relation = 'identity.grant_token'::regclass",
      );
      return rows.length > 0 ? true : undefined;
    });
    const stopped = service.stop();
    isStopped = true;
    await held.rollback();
    const { status, body } = await asked;
    expect([status, typeof body.refresh_token]).toEqual([200, 'string']);
    await stopped;
  } finally {
    if (!isStopped) await service.stop();
  }
});
