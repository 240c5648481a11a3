import { runProcess } from '@pps/read-store';
import { ImportBodies } from '@pps/imports';
import { noteAccountExports, rememberForgotten, type AccountExportDeps, type ForgettingDeps } from '@pps/use-cases';
import { accountExportDeps } from '../../../apps/orchestrator/account-exports';
import { forgettingDeps } from '../../../apps/orchestrator/forgetting';
import { startPaymentService, type PaymentService } from '../../billing/payment-service';
import { servedLog } from '../../setup/running-service';

export interface ForgettingService extends PaymentService {
  /** What the orchestrator erases with. */
  readonly erasing: ForgettingDeps;
  /** What it makes archives of accounts with. */
  readonly exporting: AccountExportDeps;
}

/** The service with what notes who is forgotten and who wants an archive; the test erases and makes them. */
export async function startForgettingService(settings: Readonly<Record<string, string>> = {}): Promise<ForgettingService> {
  const service = await startPaymentService({ DEFAULT_PLAN: 'pro', WEBHOOK_TARGETS: 'any', EVENTSTORE_URL: servedLog, ...settings });
  const { parts } = service;
  const ending = new AbortController();
  const log = () => undefined;
  const processes = [rememberForgotten(parts), noteAccountExports(parts)];
  const noting = Promise.all(processes.map((process) => runProcess(process, { ...parts, signal: ending.signal, log })));
  return {
    ...service,
    erasing: { ...forgettingDeps({ ...parts, importBodies: new ImportBodies(parts.db, 100) }), log },
    exporting: { ...accountExportDeps(parts), log },
    async stop() {
      ending.abort();
      await noting;
      await service.stop();
    },
  };
}
