import type { Configuration } from './configuration';

/** Where a refusal for the plan, the quota or the billing sends the client. */
export const upgradeUrl = ({ APP_URL }: Pick<Configuration, 'APP_URL'>): string => `${APP_URL.replace(/\/+$/, '')}/billing`;
