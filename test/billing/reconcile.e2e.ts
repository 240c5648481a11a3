import { pinctl } from '../operations/projections/pinctl';
import { register } from '../setup/account';
import { startPaymentService, type PaymentService } from './payment-service';
import { servedLog } from '../setup/running-service';

let service: PaymentService;
beforeAll(async () => (service = await startPaymentService({ EVENTSTORE_URL: servedLog })));
afterAll(() => service.stop());

test('what lost events left is mended from the provider’s own list, once, by facts', async () => {
  const account = await register(service.call);
  const status = async () => (await service.call('GET', '/v1/billing/status', undefined, account.session)).body;
  const set = (plan: string, standing: string) =>
    service.payment('subscriptions', { workspace_id: account.projectId, plan, status: standing });
  await set('growth', 'active');
  await service.payment('webhooks', { hold: true });
  await set('pro', 'past_due');
  expect(await status()).toMatchObject({ plan: 'growth', billing_status: 'active' });
  const { DATABASE_URL = '', EVENTSTORE_URL = '', DATA_DIR } = service.parts.configuration;
  const reconcile = () => pinctl({ DATABASE_URL, EVENTSTORE_URL, DATA_DIR, ...service.paymentSettings }, 'billing', 'reconcile');
  const mended = await reconcile();
  expect([mended.code, mended.stdout.split('\n').at(-1)]).toEqual([0, '1 compared, 1 mended, 0 of customers that nobody is']);
  expect(await status()).toMatchObject({ plan: 'pro', billing_status: 'past_due' });
  expect((await reconcile()).stdout).toBe('1 compared, 0 mended, 0 of customers that nobody is');
  // The events come after all, in another order and twice: they change nothing.
  await service.payment('webhooks', { hold: false, order: 'reversed', copies: 2 });
  expect(await status()).toMatchObject({ plan: 'pro', billing_status: 'past_due' });
});
