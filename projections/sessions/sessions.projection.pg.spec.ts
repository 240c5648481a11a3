import { sessionSamples } from '@pps/identity/testing';
import type { SessionStarted } from '@pps/identity/events';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { rowsRead } from '../../test/setup/rows-read';
import { sessionsProjection } from './sessions.projection';
import { listSessions } from './sessions.query';

const { data } = sessionSamples[0] as SessionStarted;
const facts = recorded(`session-${data.sessionId}`, sessionSamples);
const soon = new Date(Date.parse(data.startedAt) + 1_000);

let projection: FedProjection;

beforeEach(async () => (projection = await fedProjection(sessionsProjection)));
afterEach(() => projection.stop());

test('a session is listed until it ends, also when its facts are given twice', async () => {
  await projection.feed(facts.slice(0, 1));
  expect(await listSessions(projection.db, data.userId, soon)).toEqual([
    {
      session_id: data.sessionId,
      generation: data.generation,
      user_agent_ref: data.userAgentRef,
      started_at: new Date(data.startedAt),
    },
  ]);
  expect(await listSessions(projection.db, data.userId, new Date(data.expiresAt))).toEqual([]);
  expect(await listSessions(projection.db, data.organizationId, soon)).toEqual([]);
  await projection.feed(facts);
  await projection.feed(facts.slice(0, 1));
  expect(await listSessions(projection.db, data.userId, soon)).toEqual([]);
});

test('of ten thousand sessions the newest 500 are read', async () => {
  await projection.feed(facts.slice(0, 1));
  await projection.db.raw(
    `insert into read.sessions select (jsonb_populate_record(one, jsonb_build_object('session_id', gen_random_uuid()))).*
     from read.sessions one, generate_series(1, 10000)`,
  );
  await projection.db.raw('analyze');
  expect(await listSessions(projection.db, data.userId, soon)).toHaveLength(500);
  expect((await rowsRead(projection.db, () => listSessions(projection.db, data.userId, soon))).rows).toBeLessThan(11_000);
});
