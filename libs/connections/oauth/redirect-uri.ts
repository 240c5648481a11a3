import type { Configuration } from '@pps/runtime';

/** Where the platform sends the user back to. The consent and the exchange of the code must name the same text. */
export const redirectUri = ({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>): string =>
  `${PUBLIC_URL.replace(/\/+$/, '')}/v1/platform/oauth/callback`;
