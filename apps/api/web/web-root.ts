import type { Configuration } from '@pps/runtime';

/** The path of these pages as a browser sees it; a proxy may have put one before it. */
export const webRoot = ({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>): string =>
  `${new URL(PUBLIC_URL).pathname.replace(/\/+$/, '')}/app`;
