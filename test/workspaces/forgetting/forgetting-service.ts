import { runProcess } from '@pps/read-store';
import { ImportBodies } from '@pps/imports';
import { rememberForgotten, type ForgettingDeps } from '@pps/use-cases';
import { forgettingDeps } from '../../../apps/orchestrator/forgetting';
import { startPaymentService, type PaymentService } from '../../billing/payment-service';
import { servedLog } from '../../setup/running-service';

export interface ForgettingService extends PaymentService {
  /** What the orchestrator erases with. */
  readonly erasing: ForgettingDeps;
}

/** The service with what notes who is forgotten; the test erases. */
export async function startForgettingService(settings: Readonly<Record<string, string>> = {}): Promise<ForgettingService> {
  const service = await startPaymentService({ DEFAULT_PLAN: 'pro', WEBHOOK_TARGETS: 'any', EVENTSTORE_URL: servedLog, ...settings });
  const { parts } = service;
  const ending = new AbortController();
  const log = () => undefined;
  const noting = runProcess(rememberForgotten(parts), { ...parts, signal: ending.signal, log });
  return {
    ...service,
    erasing: { ...forgettingDeps(parts, { importBodies: new ImportBodies(parts.db, 100) }), log },
    async stop() {
      ending.abort();
      await noting;
      await service.stop();
    },
  };
}
