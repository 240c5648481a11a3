import type { FastifyRequest } from 'fastify';

/** The first words of the console's own pages below `/app`. */
const ownPages: ReadonlySet<string> = new Set([
  'sign-in',
  'register',
  'pins',
  'calendar',
  'schedules',
  'imports',
  'files',
  'accounts',
  'webhooks',
  'keys',
  'reports',
  'requests',
  'history',
  'usage',
  'proposals',
  'programs',
  'settings',
]);

/** Pages that the console shows to who has it, and we ourselves to everybody else. */
const sharedPages: ReadonlySet<string> = new Set(['', 'connections', 'billing', 'auth/complete']);

/** Says that somebody signed in by the console in this browser. It grants nothing: the session is in a cookie of its own, which no link of another site brings. */
const marker = 'pps_console=1';

/** Whether a request is answered with the console's document; `root` is the path of `/app` as a browser sees it. */
export function isConsolePage({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>, root: string): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !/^\/app(?:[/?]|$)/.test(url)) return false;
  const [path = '', query = ''] = url.split('?', 2);
  const page = path.slice('/app'.length).replace(/^\/|\/$/g, '');
  if (ownPages.has(page.split('/', 1)[0] ?? '')) return true;
  const hasConsole = (headers.cookie ?? '').split(/; */).includes(marker);
  if (!hasConsole || !sharedPages.has(page)) return false;
  return page !== 'auth/complete' || leadsToConsole(new URLSearchParams(query).get('next') ?? '', root);
}

/** Whether a sign-in with Google goes on in the console: who buys, or lets a terminal or a program in, does so on pages of their own. */
function leadsToConsole(next: string, root: string): boolean {
  if (next === '' || next === root) return true;
  if (!next.startsWith(`${root}/`)) return false;
  const [page = ''] = next.slice(root.length + 1).split(/[/?#]/, 1);
  return ownPages.has(page) || page === '' || (sharedPages.has(page) && !/^billing\/./.test(next.slice(root.length + 1)));
}
