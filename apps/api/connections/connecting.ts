import type { FactoryProvider } from '@nestjs/common';
import { bindConnecting, type Connecting } from '@pps/connections';
import { APP, type App } from '../../foundation/bind-app';
import { BilledPlanLimits } from './billed-plan-limits';
import { LiveConsentStarters } from './live-consent-starters';

/** Injection token of `Connecting`: only the API has users who come back from the platform. */
export const CONNECTING = Symbol('Connecting');

export const connecting: FactoryProvider<Connecting> = {
  provide: CONNECTING,
  inject: [APP],
  useFactory: (app: App) =>
    bindConnecting({
      ...app,
      consentStarters: new LiveConsentStarters(app.live, app.clock),
      planLimits: new BilledPlanLimits(app.live),
    }),
};
