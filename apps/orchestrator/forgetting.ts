import { pause } from '@pps/concurrency';
import { PaymentAccess } from '@pps/billing';
import type { Duty } from '@pps/leases';
import { forgettingDuty, runForgetting, type ForgettingDeps, type UseCaseDeps } from '@pps/use-cases';
import { projections } from '@projections/index';
import type { Parts } from '../foundation/open-parts';

/** The duty that erases workspaces that are forgotten. */
export const forgetting = (parts: Parts, abilities: Pick<UseCaseDeps, 'importBodies'>): Duty => ({
  name: forgettingDuty,
  run: (leadership) => runForgetting(forgettingDeps(parts, abilities), leadership),
});

/** What erasing needs of a process's parts. */
export function forgettingDeps(parts: Parts, { importBodies }: Pick<UseCaseDeps, 'importBodies'>): ForgettingDeps {
  const { db, runner, freshness, vault, assets, archives, clock, logger, configuration } = parts;
  return {
    ...{ db, runner, freshness, vault, importBodies, clock, pause },
    storage: assets,
    archives,
    payments: PaymentAccess.from(configuration, logger).client,
    readModels: projections.map(({ name }) => name),
    log: (level, message, fields) => logger[level](fields, message),
  };
}
