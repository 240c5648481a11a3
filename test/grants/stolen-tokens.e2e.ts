import { newId } from '@pps/kernel';
import { newKey, register, type Account } from '../setup/account';
import { bearer } from '../setup/caller';
import { approving, openBrowser } from './open-browser';
import { evil, grantTo, redirectUri, registered, startAttackedService, type Program } from './grant-service';

type Attacked = Awaited<ReturnType<typeof startAttackedService>>;
let service: Attacked['service'];
let url: string;
let victim: Account;
let program: Program;
let clientId: string;
let keysOf: Attacked['keysOf'];
beforeAll(async () => void ({ service, url, victim, program, clientId, keysOf } = await startAttackedService()));
afterAll(() => service.stop());

const mcp = async (headers: Readonly<Record<string, string>>, query = '') => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const sent = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  return (await fetch(`${url}/mcp${query}`, { method: 'POST', headers: sent, body })).status;
};

describe('a code', () => {
  const codeOf = async () => {
    const browser = openBrowser(url);
    const { location } = await browser.answer(
      await browser.signIn(program.authorizeUrl(clientId), victim.email),
      approving(victim.projectId),
    );
    return new URL(location ?? '').searchParams.get('code') ?? '';
  };
  test.each<readonly [string, () => Promise<Readonly<Record<string, string>>>, string]>([
    ['without its verifier', () => Promise.resolve({ code_verifier: 'x'.repeat(43) }), 'invalid_grant'],
    ['of another program', async () => ({ client_id: await registered(program, 'Thief') }), 'invalid_grant'],
    ['sent elsewhere', () => Promise.resolve({ redirect_uri: evil }), 'invalid_grant'],
    ['sent to another port', () => Promise.resolve({ redirect_uri: redirectUri.replace(':9', ':10') }), 'invalid_grant'],
    ['for another resource', () => Promise.resolve({ resource: `${url}/v1` }), 'invalid_target'],
    ['for a resource of somebody else', () => Promise.resolve({ resource: 'https://evil.example/mcp' }), 'invalid_target'],
    ['that is made up', () => Promise.resolve({ code: 'A'.repeat(43) }), 'invalid_grant'],
    ['that is none', () => Promise.resolve({ code: "' or true --\u0000" }), 'invalid_request'],
  ])('%s gives nothing, and still serves its own program', async (_, changes, error) => {
    const code = await codeOf();
    const refused = await program.redeem(code, clientId, await changes());
    expect([refused.status, refused.body.error]).toEqual([400, error]);
    expect((await program.redeem(code, clientId)).status).toBe(200);
  });

  test('counts once, also at the same moment: brought again it ends what it gave', async () => {
    const code = await codeOf();
    const first = await program.redeem(code, clientId);
    expect([first.status, await mcp(bearer(first.body.access_token))]).toEqual([200, 200]);
    const again = await program.redeem(code, clientId);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect([await mcp(bearer(first.body.access_token)), (await program.refresh(first.body.refresh_token, clientId)).body.error]).toEqual([
      401,
      'invalid_grant',
    ]);
    const raced = await codeOf();
    const answers = await Promise.all(Array.from({ length: 8 }, () => program.redeem(raced, clientId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect(await mcp(bearer(answers.find(({ status }) => status === 200)?.body.access_token))).toBe(401);
    const [newest] = await keysOf(victim);
    expect(newest.revoked_at).not.toBeNull();
  });

  test('is over after a minute, and with the session in which it was agreed to', async () => {
    const late = await codeOf();
    service.after(61);
    expect((await program.redeem(late, clientId)).body.error).toBe('invalid_grant');
    const other = await register(service.call);
    const browser = openBrowser(url);
    const { location } = await browser.answer(
      await browser.signIn(program.authorizeUrl(clientId), other.email),
      approving(other.projectId),
    );
    const changed = { current_password: 'correct horse', new_password: 'a better horse battery' };
    expect((await service.call('POST', '/v1/auth/change-password', changed, other.session)).status).toBe(200);
    expect((await program.redeem(new URL(location ?? '').searchParams.get('code') ?? '', clientId)).body.error).toBe('invalid_grant');
    expect(await keysOf(await register(service.call))).toEqual([]);
  });
});

describe('tokens', () => {
  test('of another program, forged, of the other kind and replayed are refused; a replay ends the grant', async () => {
    const { access, refresh, account } = await grantTo(service, { program, clientId });
    const thief = await registered(program, 'Thief');
    for (const [token, client] of [
      ...[
        [refresh, thief],
        [access, clientId],
        [`${refresh}x`, clientId],
        [refresh.replace('live', 'test'), clientId],
      ],
      ...[
        ['pps_live_rt_', clientId],
        ['\u0000', clientId],
        [newId(), clientId],
        [(await newKey(service.call, account.session)).text, clientId],
      ],
    ] as const)
      expect([token, (await program.refresh(token, client)).status]).toEqual([token, 400]);
    const second = (await program.refresh(refresh, clientId)).body;
    expect((await program.refresh(refresh, clientId)).body).toMatchObject({
      refresh_token: second.refresh_token,
      access_token: second.access_token,
    });
    service.after(61);
    const third = (await program.refresh(second.refresh_token, clientId, { scope: 'read write destructive' })).body;
    expect(third.scope).toBe('read write');
    expect((await program.refresh(refresh, clientId)).body.error).toBe('invalid_grant');
    expect([await mcp(bearer(third.access_token)), (await program.refresh(third.refresh_token, clientId)).body.error]).toEqual([
      401,
      'invalid_grant',
    ]);
    const key = (await keysOf(account)).find(({ source }: { readonly source: string }) => source === 'oauth');
    const facts = await service.parts.store.read(`apikey-${key.id}`);
    expect(facts.at(-1)).toMatchObject({
      type: 'ApiKeyRevoked',
      data: { reason: 'replayed' },
      metadata: { actor: { type: 'system', id: 'grant-replays' } },
    });
  });

  test('work where they are for only, and never in an address', async () => {
    const { access } = await grantTo(service, { program, clientId });
    expect([await mcp(bearer(access)), await mcp({}, `?access_token=${access}`)]).toEqual([200, 401]);
    expect((await service.call('GET', '/v1/pins', undefined, bearer(access))).status).toBe(401);
    const over = await grantTo(service, { program, clientId, asked: { resource: `${url}/v1` } });
    const switched = await service.call('POST', '/v1/projects/switch', { project_id: over.account.projectId }, bearer(over.access));
    expect([switched.status, switched.body.error?.code]).toEqual([403, 'session_required']);
  });

  test('of a grant cannot give it more, nor can its key be changed to', async () => {
    const { access, account } = await grantTo(service, {
      program,
      clientId,
      ticked: { scope_write: '' },
      asked: { resource: `${url}/v1` },
    });
    const [key] = await keysOf(account);
    const widen = { scopes: ['read', 'write'] };
    expect((await service.call('PATCH', `/v1/api-keys/${key.id}`, widen, bearer(access))).status).toBe(403);
    const refused = await service.call('PATCH', `/v1/api-keys/${key.id}`, widen, account.session);
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'session_required']);
    expect((await service.call('PATCH', `/v1/api-keys/${key.id}`, { name: 'mine', scopes: ['read'] }, account.session)).status).toBe(200);
  });
});
