import { Streams, LiveStates, type EventStore, type Origin } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { type AccountConnected, connectAccount, decideRevocation } from '../accounts/connection.stream';
import { connectionSamples } from '../testing';
import { ConnectionRepository } from '../accounts/connection-repository';
import { SlotAllocator } from './slot-allocator';

let store: EventStore;
let live: LiveStates;
let streams: Streams;
let now: Date;
let allocator: SlotAllocator;
let log: ConnectionRepository;

beforeAll(async () => {
  store = openInMemoryEventStore();
  streams = new Streams(store);
  live = new LiveStates(store, streams);
  await live.start();
});
afterAll(async () => {
  live.stop();
  await store.close();
});
beforeEach(() => {
  now = new Date('2026-01-05T09:00:00.000Z');
  log = new ConnectionRepository(live, streams, () => now);
  allocator = new SlotAllocator(streams, log, { APP_URL: 'https://app.example' });
});

const origin = (): Origin => ({ actor: { type: 'system' }, occurredAt: now.toISOString() });
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
const take = (projectId: string, accountId = newId()) => allocator.take({ projectId, epoch: 0, accountId, limit: 1 }, origin());
const planLimit = expect.objectContaining({ code: 'plan_limit' });

async function connect(projectId: string): Promise<string> {
  const accountId = newId();
  await take(projectId, accountId);
  const { data } = connectionSamples[0] as AccountConnected;
  await log.append(accountId, origin(), (state) => connectAccount({ ...data, accountId, projectId }, state));
  return accountId;
}

describe('the slots of a plan', () => {
  it('are not given away while a connection is under way', async () => {
    const projectId = newId();
    await take(projectId);
    later(119);
    await expect(take(projectId)).rejects.toEqual(planLimit);
  });

  it('are given away when a connection was never finished', async () => {
    const projectId = newId();
    await take(projectId);
    later(121);
    await take(projectId);
    await expect(take(projectId)).rejects.toEqual(planLimit);
  });

  it('are given away when a revocation stopped half way, and never while the account is connected', async () => {
    const projectId = newId();
    const accountId = await connect(projectId);
    later(600);
    await expect(take(projectId)).rejects.toEqual(planLimit);
    await log.append(accountId, origin(), (state) => decideRevocation({ at: now.toISOString() }, state));
    later(121);
    await take(projectId);
  });

  it('stay with an account that comes back after a revocation or a connection that stopped half way', async () => {
    const [projectId, other, unfinished] = [newId(), newId(), newId()];
    const accountId = await connect(projectId);
    await log.append(accountId, origin(), (state) => decideRevocation({ at: now.toISOString() }, state));
    await take(other, unfinished);
    later(121);
    await take(projectId, accountId);
    await take(other, unfinished);
    for (const each of [projectId, other]) await expect(take(each)).rejects.toEqual(planLimit);
  });
});
