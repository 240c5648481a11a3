import { openMailTransport, type MailTransport } from '@pps/mail';
import { startTestSimulators, type TestSimulators } from '../../apps/simulators/testing';
import { startMailing } from './start-mailing';
import { startService, type RunningService } from './running-service';

export interface MailService extends RunningService {
  readonly simulators: TestSimulators;
}

/** A service that mails into the simulator. */
export async function startMailService(
  settings: (simulators: TestSimulators) => Readonly<Record<string, string>> = () => ({}),
  around: (smtp: MailTransport) => MailTransport = (smtp) => smtp,
): Promise<MailService> {
  const simulators = await startTestSimulators();
  const service = await startService({ APP_URL: 'https://app.test', ...settings(simulators) });
  const smtp = openMailTransport(`smtp://127.0.0.1:${simulators.smtpPort}`, 'Pins <pins@app.test>');
  const mailing = startMailing(service.parts, around(smtp));
  return {
    ...service,
    simulators,
    async stop() {
      await mailing.stop();
      await service.stop();
      await simulators.discard();
    },
  };
}
