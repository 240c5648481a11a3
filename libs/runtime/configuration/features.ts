import type { Configuration } from './configuration';
import type { Feature, Setting } from './setting';
import { settings } from './settings';

type FeatureState = { readonly state: 'enabled' } | { readonly state: 'disabled'; readonly reason: string };

/** Which optional features have the credentials they need, and what is missing for those that have not. */
export function features(configuration: Configuration): Readonly<Record<Feature, FeatureState>> {
  return {
    platform: stateOf('platform', configuration),
    mail: stateOf('mail', configuration),
    google: stateOf('google', configuration),
    payments: stateOf('payments', configuration),
  };
}

function stateOf(feature: Feature, configuration: Configuration): FeatureState {
  const values: Readonly<Record<string, unknown>> = configuration;
  const missing = Object.entries<Setting>(settings)
    .filter(([name, setting]) => setting.feature === feature && values[name] === undefined)
    .map(([name]) => name);
  return missing.length === 0 ? { state: 'enabled' } : { state: 'disabled', reason: `set ${missing.join(' and ')}` };
}

/** Where a refusal for the plan, the quota or the billing sends the client. */
export const upgradeUrl = ({ APP_URL }: Pick<Configuration, 'APP_URL'>): string => `${APP_URL.replace(/\/+$/, '')}/billing`;
