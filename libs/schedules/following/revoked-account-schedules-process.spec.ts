import { connectionStream, type AccountConnected, type ConnectionFact } from '@pps/connections/events';
import { connectionSamples } from '@pps/connections/testing';
import { Streams, streamName, type RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { scheduleStream } from '../schedule/schedule.stream';
import { scheduleCreated } from '../testing';
import { cancelSchedulesOfRevokedAccounts } from './revoked-account-schedules.process';

const store = openInMemoryEventStore();
const streams = new Streams(store);
afterAll(() => store.close());

const { data: account } = connectionSamples[0] as AccountConnected;
const [before, revokedAt, afterwards] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'];

/** An account whose schedules are created, and which is revoked and connected, in an order of the test's choice. */
function openAccount() {
  const [accountId, created] = [newId(), [] as string[]];
  const append = (fact: ConnectionFact) => streams.decide(connectionStream, accountId, someone, () => [fact]);
  const grant = { profileRef: newId(), tokenRef: newId(), scopes: account.scopes, tokenExpiresAt: account.tokenExpiresAt };
  const factsOf = async (type: string): Promise<readonly RecordedFact[]> => {
    const streams = [streamName(connectionStream, accountId), ...created.map((id) => streamName(scheduleStream, id))];
    return (await Promise.all(streams.map((stream) => store.read(stream)))).flat().filter((fact) => fact.type === type);
  };
  const process = cancelSchedulesOfRevokedAccounts({
    streams,
    schedulesOfAccount: async (of, after) => (of === accountId && after === null ? created : []),
    queueIsFresh: async () => undefined,
    clock: () => new Date(afterwards),
    onFailed: (_, error) => Promise.reject(error as Error),
  });
  return {
    connect: () => append({ type: 'AccountConnected', data: { ...account, accountId } }),
    revoke: () => append({ type: 'AccountRevoked', data: { accountId, projectId: account.projectId, revokedAt } }),
    reconnect: () => append({ type: 'AccountReconnected', data: { accountId, ...grant, reconnectedAt: afterwards } }),
    schedule: async (createdAt: string) => {
      const scheduleId = newId();
      await streams.decide(scheduleStream, scheduleId, someone, () => [scheduleCreated({ scheduleId, accountId, createdAt })]);
      created.push(scheduleId);
    },
    /** Every fact of this type comes twice. */
    answer: async (type: string) => {
      const facts = await factsOf(type);
      for (let round = 0; round < 2; round++) await process.react(facts as never, null);
    },
    phases: async () => {
      const states = await Promise.all(created.map(async (id) => (await streams.load(scheduleStream, id)).state));
      return states.map((state) => (state.kind === 'schedule' ? state.phase : state.kind));
    },
    cancellations: async () => (await factsOf('ScheduleCanceled')).length,
  };
}

it('a schedule that is written after its account was revoked is canceled, once', async () => {
  const { connect, revoke, schedule, answer, phases, cancellations } = openAccount();
  await connect();
  await revoke();
  await answer('AccountRevoked');
  await schedule(before);
  await schedule(afterwards);
  await answer('ScheduleCreated');
  expect(await phases()).toEqual(['canceled', 'canceled']);
  expect(await cancellations()).toBe(2);
});

it('while an account is revoked its schedules are canceled whatever the clock of their creation said', async () => {
  const { connect, revoke, schedule, answer, phases } = openAccount();
  await connect();
  await schedule(before);
  await schedule(afterwards);
  await revoke();
  await answer('AccountRevoked');
  expect(await phases()).toEqual(['canceled', 'canceled']);
});

it('of an account that is connected again what was created since stays', async () => {
  const { connect, revoke, reconnect, schedule, answer, phases } = openAccount();
  await connect();
  await schedule(before);
  await revoke();
  await reconnect();
  await schedule(afterwards);
  await answer('AccountRevoked');
  await answer('ScheduleCreated');
  expect(await phases()).toEqual(['canceled', 'scheduled']);
});

it('a schedule of a connected account stays', async () => {
  const { connect, schedule, answer, phases } = openAccount();
  await connect();
  await schedule(before);
  await answer('ScheduleCreated');
  expect(await phases()).toEqual(['scheduled']);
});
