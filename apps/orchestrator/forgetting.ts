import { PaymentAccess } from '@pps/billing';
import type { Duty } from '@pps/leases';
import { forgettingDuty, runForgetting, type ForgettingDeps } from '@pps/use-cases';
import { forgettingDue } from '@pps/workspaces';
import { projections } from '@projections/index';
import type { App } from '../foundation/bind-app';
import type { Parts } from '../foundation/open-parts';

/** The duty that erases workspaces that are forgotten. */
export const forgetting = (app: App): Duty => ({
  name: forgettingDuty,
  run: (leadership) => runForgetting(forgettingDeps(app), leadership),
});

/** What erasing needs of a process's parts. */
export function forgettingDeps(parts: Parts & Pick<App, 'importBodies'>): ForgettingDeps {
  const { db, streams, freshness, vault, storage, archives, importBodies, clock, logger, configuration, dueTimes } = parts;
  return {
    ...{ db, streams, freshness, vault, importBodies, clock },
    wait: dueTimes.loop({ due: forgettingDue, projections: [], pauseMs: 0 }),
    storage,
    archives,
    payments: PaymentAccess.from(configuration, logger).client,
    readModels: projections.map(({ name }) => name),
    log: (level, message, fields) => logger[level](fields, message),
  };
}
