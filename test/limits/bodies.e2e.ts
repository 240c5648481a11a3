import { newId } from '@pps/kernel';
import { password } from '../setup/account';
import { bearer } from '../setup/caller';
import { startMailService, type MailService } from '../setup/mail-service';
import { platformSettings } from '../setup/platform-service';

const mb = 1024 * 1024;

let service: MailService;

beforeAll(async () => {
  service = await startMailService(({ url }) => ({
    TRUST_PROXY: 'true',
    REFUSED_BODIES_PER_ADDRESS: '3',
    DEFAULT_PLAN: 'enterprise',
    ...platformSettings(url),
  }));
});

afterAll(() => service.stop());

const nested = (bytes: number) => '['.repeat(bytes);

async function send(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<[number, string]> {
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const { error } = JSON.parse(await answer.text()) as { error?: { code: string } };
  return [answer.status, error?.code ?? ''];
}

const from = (address: string) => ({ 'x-forwarded-for': address });

test('a nested body is refused for its levels, a large one for its sender, and the credential is looked at first', async () => {
  const email = `ada.${newId()}@example.test`;
  const { body } = await service.call('POST', '/v1/auth/register', { full_name: 'Ada Byron', email, password }, from('198.51.100.1'));
  const good = bearer(body.access_token as string);
  const path = '/v1/pins/imports/json';
  expect(await send(path, nested(5 * mb), from('198.51.100.2'))).toEqual([401, 'missing_credentials']);
  expect(await send(path, nested(5 * mb), { ...bearer(`pps_live_${'a'.repeat(38)}`), ...from('198.51.100.2') })).toEqual([
    401,
    'invalid_api_key',
  ]);
  expect(await send(path, nested(5 * mb), { ...good, ...from('198.51.100.2') })).toEqual([422, 'validation_error']);
  expect(await send(path, nested(65), { ...good, ...from('198.51.100.2') })).toEqual([422, 'validation_error']);
  expect(await send('/v1/auth/login', nested(mb), from('198.51.100.2'))).toEqual([413, 'payload_too_large']);
  expect(await send('/v1/auth/login', nested(65), from('198.51.100.3'))).toEqual([422, 'validation_error']);
  expect(await send('/v1/billing/provider-webhook', `{"id":"${'x'.repeat(mb / 2)}"}`, from('198.51.100.3'))).toEqual([400, 'bad_request']);
  expect(await send('/v1/billing/provider-webhook', nested(mb), from('198.51.100.3'))).toEqual([422, 'validation_error']);
});

test('refused bodies are counted by address, and not those of who shows a good credential', async () => {
  const address = from('198.51.100.9');
  const email = `ada.${newId()}@example.test`;
  const { body } = await service.call('POST', '/v1/auth/register', { full_name: 'Ada Byron', email, password }, address);
  const good = { ...bearer(body.access_token as string), ...address };
  for (let n = 0; n < 5; n += 1) expect(await send('/v1/pins', nested(65), good)).toEqual([422, 'validation_error']);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await send('/v1/auth/login', nested(65), address))[0]);
  expect(statuses).toEqual([422, 422, 422, 429, 429]);
  expect((await send('/v1/auth/login', '{}', address))[1]).toBe('validation_error');
  expect((await send('/v1/auth/login', nested(65), from('198.51.100.10')))[0]).toBe(422);
});
