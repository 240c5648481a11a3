import { LogIn } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { loadConfiguration } from '@pps/runtime';
import { resetPasswordPage } from './pages/passwords.page';
import { noPaymentPage } from './pages/purchase.page';
import { PurchasePageController } from './purchase-page.controller';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import { SecondFactorPageController } from './second-factor-page.controller';
import { textOf } from './web-page';

const configuration = loadConfiguration({
  PAYMENT_API_URL: 'http://pay.test',
  PAYMENT_API_KEY: 'sk_test_1',
  PAYMENT_WEBHOOK_SECRET: 'whsec_1',
});
const app = { configuration, clock: () => new Date() };
const request = { ip: '127.0.0.1', headers: {} } as never;
const order = { plan: 'pro', billing_cycle: 'annual' };

/** Remembers what it is told, and refuses it. */
function refusingCommands() {
  const told: unknown[] = [];
  const execute = async (command: unknown): Promise<never> => {
    told.push(command);
    throw new Rejected('invalid_credentials', 'Wrong');
  };
  return { told, commands: { execute } as never };
}

test.each([255, 254])('a password of %i characters that UTF-16 writes as two is looked at in full', async (length) => {
  const password = '🔑'.repeat(length);
  const { told, commands } = refusingCommands();
  const form = { ...order, email: 'ada@example.test', password };
  await new PurchasePageController(app, commands, {} as never, {} as never).prove(form, request);
  await new SecondFactorPageController(app as never, commands, {} as never).prove(form, request);
  expect(told).toEqual([new LogIn('ada@example.test', password, '127.0.0.1'), new LogIn('ada@example.test', password, '127.0.0.1')]);
  const page = new PurchasePageController(app, commands, {} as never, {} as never).open(order);
  for (const { content } of [page, resetPasswordPage('t')]) expect(textOf(content)).not.toContain('maxlength="255"');
});

test('why a plan cannot be paid for says what helps here', async () => {
  const pageFor = async (refusal: Rejected) => {
    const page = await replaceRefusalByPage({ service_unavailable: noPaymentPage, conflict: noPaymentPage }, () => Promise.reject(refusal));
    return [page.status, textOf(page.content)];
  };
  const other = { remediation: 'Choose another plan or billing cycle.' };
  const [status, text] = await pageFor(new Rejected('service_unavailable', 'The plan cannot be bought', {}, other));
  expect([status, text]).toEqual([503, expect.stringContaining('Choose another plan or billing cycle.')]);
  expect(text).not.toContain('Wait some minutes');
  expect(await pageFor(new Rejected('conflict', 'Changed'))).toEqual([409, expect.stringContaining('at the same moment')]);
});
