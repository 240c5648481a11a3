import type { AccountConnected, ConnectionFact } from '@pps/connections/events';
import { connectionSamples } from '@pps/connections/testing';
import type { RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { contextOf, migrate, openDatabase, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { freshDatabase } from '../../test/setup/fresh-database';
import { accountsProjection } from './accounts.projection';
import { findAccounts } from './accounts.query';

let db: Database;

beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, readStoreMigrations);
  await setUpProjection(db, accountsProjection, newId());
});
afterAll(() => db.destroy());

const project = async (facts: readonly RecordedFact[]) =>
  db.transaction((tx) => accountsProjection.project(facts, contextOf(accountsProjection, tx)));

/** The life of the sample account, lived by a new one. */
function lived(shapes: readonly ConnectionFact[] = connectionSamples, epoch = 0) {
  const account = { accountId: newId(), projectId: newId(), epoch };
  const facts = shapes.map((fact, revision) =>
    recorded(`connection-${account.accountId}`, fact.type, { ...fact.data, ...account }, revision),
  );
  const ask = (question: Partial<Parameters<typeof findAccounts>[1]> = {}) =>
    findAccounts(db, { projectId: account.projectId, epoch, includeRevoked: false, accountIds: null, ...question });
  return { ...account, facts, ask };
}

const recorded = (stream: string, type: string, data: unknown, revision: number): RecordedFact => ({
  id: newId(),
  stream,
  revision,
  position: BigInt(revision),
  type,
  data,
  metadata: { actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 },
  recordedAt: new Date(),
});

const { platformUserId, profileRef, scopes } = (connectionSamples[0] as AccountConnected).data;

describe('accounts', () => {
  it('shows one whose token lives longer than PostgreSQL can say, as facts of older releases have it', async () => {
    const { facts, ask } = lived();
    const endless = { ...facts[0]!, data: { ...(facts[0]!.data as object), tokenExpiresAt: '+033658-09-27T01:46:40.000Z' } };
    await project([endless]);
    expect(await ask()).toEqual([expect.objectContaining({ token_expires_at: new Date('9999-12-31T23:59:59.999Z') })]);
  });

  it('shows what is connected and the 1,000 that were revoked last, however many there were before', async () => {
    const { facts, ask, accountId, projectId } = lived();
    await project(facts.slice(0, 1));
    await db.raw(
      `insert into read.account (account_id, project_id, organization_id, epoch, platform_user_id, profile_ref, scopes, token_expires_at,
         health_checked_at, created_at, updated_at, revoked_at, revision)
       select gen_random_uuid(), :projectId, :projectId, 0, n::text, gen_random_uuid(), '{}', now(), now(), timestamptz '2020-01-01', now(),
         timestamptz '2020-02-01' + n * interval '1 s', 1 from generate_series(1, 1500) n`,
      { projectId },
    );
    const listed = await ask({ includeRevoked: true });
    expect(listed).toHaveLength(1_001);
    expect(listed.at(-1)).toMatchObject({ account_id: accountId, revoked_at: null });
    expect(listed.map((row) => row.platform_user_id)).toContain('1500');
    expect(listed.map((row) => row.platform_user_id)).not.toContain('500');
    expect(await ask()).toHaveLength(1);
  });

  it('shows what an account went through', async () => {
    const { facts, ask, accountId, projectId } = lived();
    await project(facts.slice(0, 1));
    expect(await ask()).toEqual([
      expect.objectContaining({
        account_id: accountId,
        project_id: projectId,
        platform_user_id: platformUserId,
        profile_ref: profileRef,
        scopes,
        reconnect_reason: null,
        revoked_at: null,
        created_at: new Date('2026-01-05T09:00:00.000Z'),
        updated_at: new Date('2026-01-05T09:00:00.000Z'),
        token_expires_at: new Date('2026-02-04T09:00:00.000Z'),
      }),
    ]);
    await project(facts.slice(1, 3));
    expect(await ask()).toMatchObject([{ reconnect_reason: 'token_revoked', health_checked_at: new Date('2026-02-10T09:00:00.000Z') }]);
    await project(facts.slice(3, 4));
    expect(await ask()).toEqual([]);
    expect(await ask({ includeRevoked: true })).toMatchObject([{ revoked_at: new Date('2026-02-11T09:00:00.000Z') }]);
    await project(facts.slice(4));
    expect(await ask()).toMatchObject([
      {
        reconnect_reason: null,
        revoked_at: null,
        scopes: [...scopes, 'boards:write_secret'],
        created_at: new Date('2026-01-05T09:00:00.000Z'),
      },
    ]);
  });

  it('shows the same when facts come twice', async () => {
    const { facts, ask } = lived();
    await project(facts);
    const once = await ask({ includeRevoked: true });
    await project(facts);
    await project(facts.slice(0, 2));
    expect(once).toHaveLength(1);
    expect(await ask({ includeRevoked: true })).toEqual(once);
  });

  it('shows only the accounts a caller may name', async () => {
    const { facts, ask, accountId } = lived();
    await project(facts);
    expect(await ask({ accountIds: [newId()] })).toEqual([]);
    expect(await ask({ accountIds: [accountId] })).toHaveLength(1);
  });

  it('forgets accounts from before a reset', async () => {
    const { facts, ask, projectId } = lived(connectionSamples.slice(0, 1));
    await project(facts);
    expect(await ask()).toHaveLength(1);
    await project([recorded(`project-${projectId}`, 'SandboxReset', { epoch: 1, resetAt: '2026-01-06T09:00:00.000Z' }, 1)]);
    expect(await ask()).toEqual([]);
  });
});
