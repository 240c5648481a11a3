import { newId } from '@pps/kernel';
import type { TestSimulators } from '../../apps/simulators/testing';
import { password } from '../setup/account';
import type { Answer } from '../setup/caller';
import { mailboxOf, tokenIn } from '../setup/mailbox';
import { startMailService, type MailService } from '../setup/mail-service';

let service: MailService;
let simulators: TestSimulators;

beforeAll(async () => {
  service = await startMailService(() => ({
    TRUST_PROXY: 'true',
    LOGIN_FAILURES_PER_EMAIL: '15',
    LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS: '10',
    LOGIN_FAILURES_PER_ADDRESS: '12',
    REGISTRATIONS_PER_ADDRESS: '3',
    LINK_USES_PER_ADDRESS: '3',
    MAIL_REQUESTS_PER_ADDRESS: '3',
  }));
  ({ simulators } = service);
});

afterAll(() => service.stop());

let addresses = 0;
/** An address that nobody called from yet. */
const newAddress = () => `198.51.100.${++addresses}`;
const from = (address: string) => ({ 'x-forwarded-for': address });
const call = (path: string, body: object, address: string): Promise<Answer> => service.call('POST', path, body, from(address));
const register = (email: string, address: string) => call('/v1/auth/register', { full_name: 'Ada Byron', email, password }, address);
const logIn = (email: string, address: string, given = password) => call('/v1/auth/login', { email, password: given }, address);
const newEmail = () => `ada.${newId()}@example.test`;
const codeOf = ({ status, body }: Answer) => (status < 300 ? status : body.error.code);

async function newPerson(): Promise<string> {
  const email = newEmail();
  expect((await register(email, newAddress())).status).toBe(201);
  return email;
}

async function fail(times: number, email: string, address: string) {
  for (let n = 0; n < times; n++) expect(codeOf(await logIn(email, address, 'wrong horse'))).toBe('invalid_credentials');
}

async function expectLimited(answer: Answer) {
  expect(codeOf(answer)).toBe('rate_limited');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800);
}

describe('failed logins', () => {
  it('from one address close it for the person, there only', async () => {
    const email = await newPerson();
    const stranger = newAddress();
    await fail(10, email, stranger);
    await expectLimited(await logIn(email, stranger));
    expect(codeOf(await logIn(email, newAddress()))).toBe(200);
  });

  it('from one address close it for everybody there', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const stranger = newAddress();
    await fail(9, one, stranger);
    await fail(3, newEmail(), stranger);
    await expectLimited(await logIn(other, stranger));
  });

  it('from everywhere close the person’s account, but not where the person signed in, until the password is reset', async () => {
    const email = await newPerson();
    const home = newAddress();
    expect(codeOf(await logIn(email, home))).toBe(200);
    for (let n = 0; n < 5; n++) await fail(3, email, newAddress());
    await expectLimited(await logIn(email, newAddress()));
    await fail(2, email, home);
    expect(codeOf(await logIn(email, home))).toBe(200);
    expect((await call('/v1/auth/forgot-password', { email }, newAddress())).status).toBe(200);
    const token = tokenIn(await mailboxOf(simulators, email).newest(/new password/));
    expect((await call('/v1/auth/reset-password', { token, password: 'a better horse' }, newAddress())).status).toBe(200);
    expect(codeOf(await logIn(email, newAddress(), 'a better horse'))).toBe(200);
  });
});

describe('one client address', () => {
  it('may register, ask for mails and use links a few times, whatever it claims to be; its /64 is one', async () => {
    const attempts = [
      ['/v1/auth/register', () => ({ full_name: 'Ada Byron', email: newEmail(), password }), 201],
      ['/v1/auth/forgot-password', () => ({ email: newEmail() }), 200],
      ['/v1/auth/reset-password', () => ({ token: 'x'.repeat(43), password }), 'invalid_token'],
    ] as const;
    for (const [path, body, usual] of attempts) {
      for (let n = 0; n < 3; n++) expect(codeOf(await call(path, body(), `127.0.0.1, 2001:db8::${n}`))).toBe(usual);
      await expectLimited(await call(path, body(), `127.0.0.1, 2001:db8::ffff`));
      expect(codeOf(await call(path, body(), '2001:db8:0:1::1'))).toBe(usual);
    }
  });
});
