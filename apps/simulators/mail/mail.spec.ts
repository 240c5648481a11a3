import { createTransport } from 'nodemailer';
import { send, startTestSimulators, type TestSimulators } from '../testing';
import { linksIn } from './smtp';

let simulators: TestSimulators;
beforeAll(async () => {
  simulators = await startTestSimulators();
});
afterAll(() => simulators.discard());

const messages = async (to?: string) =>
  (await send('GET', `${simulators.url}/mail/messages${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`)).json;

test('a mail that was accepted is listed for each of its recipients', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: simulators.smtpPort, secure: false });
  await transport.sendMail({
    from: 'service@example.com',
    to: 'Ann@Example.com, bob@example.com',
    subject: 'Grüße – verify',
    text: 'Open https://app.example.com/verify?token=a&b=c.',
    html: '<a href="https://app.example.com/verify?token=a&amp;b=c">Verify</a>',
  });
  transport.close();
  const [mail, ...others] = await messages('ann@example.com');
  expect(others).toEqual([]);
  expect(mail).toEqual({
    to: 'Ann@example.com',
    subject: 'Grüße – verify',
    text: 'Open https://app.example.com/verify?token=a&b=c.',
    html: expect.stringContaining('Verify</a>'),
    links: ['https://app.example.com/verify?token=a&b=c'],
    received_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
  });
  expect(await messages('bob@example.com')).toHaveLength(1);
  expect(await messages('nobody@example.com')).toEqual([]);
  expect(await messages()).toHaveLength(2);
});

test('links come once, from the HTML first, without the stop after them', () => {
  expect(
    linksIn('See https://a.example/x. Or (https://b.example/y)', `<a href='https://b.example/y'>y</a><a href="mailto:x@y.z">`),
  ).toEqual(['https://b.example/y', 'https://a.example/x']);
});
