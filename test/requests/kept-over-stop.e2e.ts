import { register } from '../setup/account';
import { caller, type Call } from '../setup/caller';
import { installation, type Installation } from '../campaigns/installation/installation';

let running: Installation;
let call: Call;

beforeAll(async () => {
  running = await installation({ SERVICE_PROCESSES: 'one', LOG_LEVEL: 'error' });
  call = caller(running.apiPort);
  await running.start();
}, 600_000);
afterAll(() => running.discard(false));

it('what was answered right before a process is asked to end can be looked up after it has started again', async () => {
  const { session } = await register(call);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => call('GET', `/v1/pins?limit=${n + 1}`, undefined, session)));
  await running.stop();
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await running.start();
  const { body } = await call('GET', '/v1/requests?limit=200', undefined, session);
  const kept = (body.items as { request_id: string }[]).map((item) => item.request_id);
  expect(ids.filter((id) => id === null || !kept.includes(id))).toEqual([]);
  await running.stop();
});
