/** The path of the console's pages, as `/app`; a proxy may have put one before it. */
export const consoleRoot = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

/** Where the service is: `/v1`, `/docs` and the pages lie below it. */
export const serviceAddress = new URL('..', new URL(`${consoleRoot}/`, location.origin)).href.replace(/\/$/, '');
