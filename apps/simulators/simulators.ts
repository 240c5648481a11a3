import { join } from 'node:path';
import fastify from 'fastify';
import { acceptFormsAndEmptyJson, baseUrlOf } from './http/form';
import { identityRoutes } from './identity/identity.routes';
import { openIdentityState } from './identity/identity-state';
import { mailRoutes } from './mail/mail.routes';
import { openMailbox } from './mail/mailbox';
import { startSmtp } from './mail/smtp';
import { simulatorsPage } from './overview/simulators.page';
import { pageAssetRoutes } from './pages/page-asset.routes';
import { sendSimulatorPage } from './pages/simulator-page';
import { pictureRoutes } from './pictures/picture.routes';
import { paymentRoutes } from './payments/payments.routes';
import type { WebhookSenderSettings } from './payments/send-webhook';
import { platformRoutes } from './platform/platform.routes';
import { openPlatformState } from './platform/platform-state';
import { openJournaledStore } from './journal/journaled-store';

export interface Simulators {
  readonly port: number;
  readonly smtpPort: number;
  readonly url: string;
  /** What is answered, as `GET /mail/messages`. */
  readonly routes: readonly string[];
  stop(): Promise<void>;
}

const largestBody = 48 * 1024 * 1024;

export interface SimulatorOptions {
  readonly port: number;
  readonly smtpPort: number;
  readonly dataDir: string;
  /** Absent: no webhook is sent. */
  readonly payments?: WebhookSenderSettings;
}

/** Starts the third parties' simulators on loopback, their state under `dataDir`/simulators; port 0 is any free one. */
export async function startSimulators(options: SimulatorOptions): Promise<Simulators> {
  const folder = join(options.dataDir, 'simulators');
  let { smtpPort } = options;
  const ending = new AbortController();
  const app = fastify({ bodyLimit: largestBody, forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  const state = await openPlatformState(folder);
  const identity = await openIdentityState(folder);
  const mailbox = await openMailbox(folder);
  const payments = await openJournaledStore(join(folder, 'payments.ndjson'));
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((each) => `${each} ${url}`)));
  acceptFormsAndEmptyJson(app);
  app.get('/', async (request, reply) => sendSimulatorPage(reply, simulatorsPage(baseUrlOf(request))));
  await app.register(pageAssetRoutes, { prefix: '/assets' });
  await app.register(pictureRoutes, { prefix: '/pictures' });
  await app.register(platformRoutes(state, ending.signal), { prefix: '/platform' });
  await app.register(identityRoutes(identity), { prefix: '/identity' });
  await app.register(
    mailRoutes(mailbox, () => smtpPort),
    { prefix: '/mail' },
  );
  await app.register(paymentRoutes(payments, options.payments ?? null, ending.signal), { prefix: '/payments' });
  const endings = [
    () => app.close(),
    () => state.store.close(),
    () => identity.store.close(),
    () => mailbox.close(),
    () => payments.close(),
  ];
  const stop = async () => {
    ending.abort();
    for (const end of endings) await end();
  };
  try {
    const url = await app.listen({ port: options.port, host: '127.0.0.1' });
    const smtp = await startSmtp(mailbox, options.smtpPort);
    endings.unshift(() => smtp.stop());
    smtpPort = smtp.port;
    return { port: Number(new URL(url).port), smtpPort, url, routes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
