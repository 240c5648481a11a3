import { newId } from '@pps/kernel';
import { register, type Account } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;
let account: Account;

beforeAll(async () => {
  service = await startService();
  account = await register(service.call);
});
afterAll(() => service.stop());

it.each([
  ['a list', 'GET', '/v1/pins?stauts=queued', 200, 'ignored query parameters: "stauts"; did you mean status?'],
  ['what is not there', 'GET', `/v1/pins/${newId()}?fields=id`, 404, 'ignored query parameters: "fields"'],
  ['a wrong body', 'POST', '/v1/pins?dry_run=1', 422, 'ignored query parameters: "dry_run"'],
  ['known parameters', 'GET', '/v1/pins?status=queued', 200, null],
])('%s names what was ignored in a header that is described', async (_, method, path, status, warning) => {
  const answer = await service.call(method, path, method === 'POST' ? {} : undefined, account.session);
  expect([answer.status, answer.headers.get('x-warning')]).toEqual([status, warning]);
});

it('who has no credential is told nothing of the query', async () => {
  const { status, headers } = await service.call('GET', '/v1/pins?stauts=queued');
  expect([status, headers.get('x-warning')]).toEqual([401, null]);
});
