import { readExclusiveForMs } from '@pps/leases/testing';
import { startApi } from '../../../apps/api/start-api';
import { register, type Account } from '../../setup/account';
import { caller, type Call } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { servedLog, startService, type RunningService } from '../../setup/running-service';

let service: RunningService;
let account: Account;

beforeAll(async () => {
  service = await startService({ EVENTSTORE_URL: servedLog }, undefined, 'alone');
  account = await register(service.call);
});
afterAll(() => service.stop());

/** Until the service answers writes alone and knows the head: 1.5 s and a heartbeat after it began to. No read asks the event store then. */
const alone = () => eventually('an exclusive writer', async () => ((await readExclusiveForMs(service.parts.db)) ?? 0) > 2_500 || undefined);

async function secondApi(): Promise<{ readonly call: Call; stop(): Promise<void> }> {
  const { configuration, logger } = service.parts;
  const api = await startApi({ config: { ...configuration, PORT: 0 }, logger });
  return { call: caller(api.port), stop: () => api.stop() };
}

const newKey = async (name: string) => {
  const { body } = await service.call('POST', '/v1/api-keys', { name }, account.session);
  return { id: body.id as string, headers: { 'x-api-key': body.api_key as string } };
};

it('a service that answers writes alone shows what it has written, and refuses what it has revoked', async () => {
  await alone();
  const { id, headers } = await newKey('first');
  expect((await service.call('GET', '/v1/api-keys', undefined, headers)).body).toContainEqual(
    expect.objectContaining({ id, name: 'first' }),
  );
  await service.call('PATCH', `/v1/api-keys/${id}`, { name: 'renamed' }, account.session);
  expect((await service.call('GET', '/v1/api-keys', undefined, headers)).body).toContainEqual(
    expect.objectContaining({ id, name: 'renamed' }),
  );
  await service.call('DELETE', `/v1/api-keys/${id}`, undefined, account.session);
  expect((await service.call('GET', '/v1/api-keys', undefined, headers)).status).toBe(401);
});

it('a key that another API has just revoked is refused by it at once, and the other way round, whoever came and went before', async () => {
  for (let round = 0; round < 2; round++) {
    await alone();
    const [mine, theirs] = [await newKey(`mine ${round}`), await newKey(`theirs ${round}`)];
    const second = await secondApi();
    expect((await second.call('DELETE', `/v1/api-keys/${theirs.id}`, undefined, account.session)).status).toBe(204);
    expect((await service.call('GET', '/v1/pins', undefined, theirs.headers)).status).toBe(401);
    expect((await service.call('DELETE', `/v1/api-keys/${mine.id}`, undefined, account.session)).status).toBe(204);
    expect((await second.call('GET', '/v1/pins', undefined, mine.headers)).status).toBe(401);
    await second.stop();
  }
});
