import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@pps/embedded';
import { newId, type Clock } from '@pps/kernel';
import { startSimulators } from '../../apps/simulators/simulators';
import { send, type JsonAnswer } from '../../apps/simulators/testing';
import { platformSettings } from '../setup/platform-service';
import { startService, type RunningService } from '../setup/running-service';

export interface PaymentService extends RunningService {
  readonly webhookSecret: string;
  readonly simulatorsUrl: string;
  readonly paymentSettings: Readonly<Record<string, string>>;
  /** Says something to the payment provider's simulator. */
  payment(path: string, body: object): Promise<JsonAnswer>;
  /** Sends the form of one of the provider's pages, as a browser does. */
  decide(url: string, form: Readonly<Record<string, string>>): Promise<JsonAnswer>;
}

type Settings = Readonly<Record<string, string>>;

/** The service with a payment provider of its own, which reports back to it. */
export async function startPaymentService(
  settings: Settings | ((simulatorsUrl: string) => Settings) = {},
  clock?: Clock,
): Promise<PaymentService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-'));
  const port = String(await findFreePort());
  const webhookSecret = `whsec_${newId()}`;
  const webhookUrl = `http://127.0.0.1:${port}/v1/billing/provider-webhook`;
  const simulators = await startSimulators({ port: 0, smtpPort: 0, dataDir, payments: { webhookUrl, webhookSecret } });
  const paymentSettings = {
    PAYMENT_API_URL: `${simulators.url}/payments`,
    PAYMENT_API_KEY: 'sk_test_simulated',
    PAYMENT_WEBHOOK_SECRET: webhookSecret,
  };
  const others = typeof settings === 'function' ? settings(simulators.url) : settings;
  const service = await startService({ PORT: port, ...platformSettings(simulators.url), ...paymentSettings, ...others }, clock);
  return {
    ...service,
    webhookSecret,
    paymentSettings,
    simulatorsUrl: simulators.url,
    payment: (path, body) => send('POST', `${simulators.url}/payments/_control/${path}`, body),
    decide: (url, form) => send('POST', url, new URLSearchParams(form)),
    async stop() {
      await service.stop();
      await simulators.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
