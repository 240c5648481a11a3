import { openMailTransport, type MailTransport } from '@pps/mail';
import { startEventStore } from '@pps/embedded';
import { startTestSimulators, type TestSimulators } from '../../apps/simulators/testing';
import { freshDatabase } from './fresh-database';
import { startMailing } from './start-mailing';
import { startService, type RunningService } from './running-service';

export interface MailService extends RunningService {
  readonly simulators: TestSimulators;
}

/** A service that mails into the simulator; on a log of its own, because its processes answer every fact there is. */
export async function startMailService(
  settings: (simulators: TestSimulators) => Readonly<Record<string, string>> = () => ({}),
  around: (smtp: MailTransport) => MailTransport = (smtp) => smtp,
): Promise<MailService> {
  const simulators = await startTestSimulators();
  const eventStore = await startEventStore({ databaseUrl: await freshDatabase() });
  const service = await startService({ APP_URL: 'https://app.test', EVENTSTORE_URL: eventStore.url, ...settings(simulators) });
  const smtp = openMailTransport(`smtp://127.0.0.1:${simulators.smtpPort}`, 'Pins <pins@app.test>');
  const mailing = startMailing(service.parts, around(smtp));
  return {
    ...service,
    simulators,
    async stop() {
      await mailing.stop();
      await service.stop();
      await eventStore.stop(2_000);
      await simulators.discard();
    },
  };
}
