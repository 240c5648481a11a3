import { send, type TestSimulators } from '../../apps/simulators/testing';
import { register } from '../setup/account';
import type { Call } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { startMailService, type MailService } from '../setup/mail-service';

let simulators: TestSimulators;
let service: MailService;
let call: Call;
let refuseNext = 0;

beforeAll(async () => {
  service = await startMailService(undefined, (smtp) => ({
    async send(mail) {
      if (refuseNext-- > 0) throw new Error('421 try again later');
      await smtp.send(mail);
    },
  }));
  ({ call, simulators } = service);
});

afterAll(() => service.stop());

interface Received {
  readonly links: readonly string[];
  readonly text: string;
}

const mailsTo = async (email: string): Promise<Received[]> =>
  (await send('GET', `${simulators.url}/mail/messages?to=${encodeURIComponent(email)}`)).json;

const mailTo = (email: string) => eventually(`a mail to ${email}`, async () => (await mailsTo(email))[0]);

const tokenIn = (mail: Received) => new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';

test('registration mails a link that verifies the address once', async () => {
  const { email, session } = await register(call);
  const mail = await mailTo(email);
  expect(mail.links).toEqual([
    expect.stringMatching(/^https:\/\/app\.test\/verify-email\?token=[\w-]{43,}$/),
    expect.stringMatching(/^https:\/\/app\.test\/unsubscribe\?workspace_id=/),
  ]);
  const verify = () => call('GET', `/v1/auth/email/verify?token=${tokenIn(mail)}`);
  const answers = await Promise.all([verify(), verify(), verify()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  const refused = await verify();
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_token']);
  expect((await call('GET', '/v1/auth/me', undefined, session)).body.user.email_verified).toBe(true);
});

test('a mail that was refused is sent later, and one that was sent is not sent again', async () => {
  refuseNext = 1;
  const { email } = await register(call);
  await mailTo(email);
  await eventually('an empty outbox', async () => {
    const rows = await service.parts.db('mail.outbox').select('request_id');
    return rows.length === 0 ? true : undefined;
  });
  expect(await mailsTo(email)).toHaveLength(1);
});

test('a link of ours with another token, a text that is none and a missing one', async () => {
  const { email, session } = await register(call);
  const token = tokenIn(await mailTo(email));
  const forged = token.slice(0, -4) + (token.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  for (const wrong of [forged, 'x'.repeat(65), 'x'.repeat(20)]) {
    const { status, body } = await call('GET', `/v1/auth/email/verify?token=${wrong}`);
    expect([status, body.error.code]).toEqual([400, 'invalid_token']);
  }
  for (const query of ['', '?token=', '?token=short', `?token=${'x'.repeat(513)}`]) {
    expect([query.length, (await call('GET', `/v1/auth/email/verify${query}`)).status]).toEqual([query.length, 422]);
  }
  expect((await call('GET', '/v1/auth/me', undefined, session)).body.user.email_verified).toBe(false);
});
