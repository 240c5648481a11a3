import { errorCatalogueEntry, type Configuration } from '@pps/runtime';

/** The page of the manual about an error code; codes that the interface does not name share that of `conflict`, whose status they have. */
export const docUrlOf = (publicUrl: Configuration['PUBLIC_URL'], code: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/docs/errors/${errorCatalogueEntry(code) ? code : 'conflict'}`;
