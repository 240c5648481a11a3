import { register } from '../setup/account';
import { bearer } from '../setup/caller';
import { approving, openBrowser } from './open-browser';
import { programAt, registered, startGrantService, type GrantService } from './grant-service';

let service: GrantService;

beforeAll(async () => {
  service = await startGrantService();
});
afterAll(() => service.stop());

/** Lets the writes of a kind fail as those of a database that is away, until `mend`. */
async function breakWrites(table: string, when: string) {
  const { db } = service.parts;
  await db.raw(
    `create or replace function identity.planted_fault() returns trigger language plpgsql as 'begin raise exception using errcode = ''57P01''; end'`,
  );
  await db.raw(`create trigger planted_fault before ${when} on ${table} for each row execute function identity.planted_fault()`);
  return { mend: () => db.raw(`drop trigger planted_fault on ${table}`) };
}

const answeredAs = ({ status, body }: { status: number; body: ReturnType<typeof JSON.parse> }) => [status, body.error];

// The three writes that a first exchange has around that of the grant itself.
test.each([
  ['before anything was written', 'identity.grant_token', 'insert'],
  ['after the grant was made', 'identity.registered_client', 'update'],
  ['right before the answer', 'identity.grant_token', 'update'],
])('a code whose exchange failed by a fault of ours %s gives one grant when it comes again, and counts once', async (_, table, when) => {
  const program = programAt(service.url);
  const clientId = await registered(program);
  const person = await register(service.call);
  const browser = openBrowser(service.url);
  const page = await browser.signIn(program.authorizeUrl(clientId), person.email);
  const { location } = await browser.answer(page, approving(person.projectId));
  const code = new URL(location ?? '').searchParams.get('code') ?? '';
  const { mend } = await breakWrites(table, when);
  try {
    for (let n = 0; n < 2; n++) expect(answeredAs(await program.redeem(code, clientId))).toEqual([503, 'temporarily_unavailable']);
  } finally {
    await mend();
  }
  // Who has the code but not the verifier gets nothing of it, and does not spoil it.
  expect(answeredAs(await programAt(service.url).redeem(code, clientId))).toEqual([400, 'invalid_grant']);
  const { status, body } = await program.redeem(code, clientId);
  expect(status).toBe(200);
  const { body: keys } = await service.call('GET', '/v1/api-keys', undefined, person.session);
  expect((keys as { source: string }[]).filter(({ source }) => source === 'oauth')).toHaveLength(1);
  // A program that nobody lets act makes room for others.
  expect(await service.parts.db('identity.registered_client').where({ client_id: clientId }).first()).toMatchObject({
    authorized_at: expect.any(Date),
  });
  expect((await program.refresh(body.refresh_token, clientId)).status).toBe(200);
  expect(answeredAs(await program.redeem(code, clientId))).toEqual([400, 'invalid_grant']);
  expect(answeredAs(await program.refresh(body.refresh_token, clientId))).toEqual([400, 'invalid_grant']);
  expect((await service.call('POST', '/mcp', {}, bearer(body.access_token))).status).toBe(401);
});
