import type { Configuration } from '@pps/runtime';

/** Where the platform sends the user back to; the same text at consent and at the exchange of the code. */
export const redirectUri = ({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>): string =>
  `${PUBLIC_URL.replace(/\/+$/, '')}/v1/platform/oauth/callback`;
