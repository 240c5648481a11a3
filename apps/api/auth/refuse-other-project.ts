import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { IncomingHttpHeaders } from 'node:http';
import type { AuthenticatedRequest } from './principal.decorator';

/** The header in which a page says which project it shows; a query parameter where the browser asks by itself, as for a download. */
export const projectHeader = 'x-session-project';

/**
 * A browser has one session for all of its windows, so that another window can take it to another project in the instant before this one sends. Throws
 * `Rejected('conflict')` where a request by the cookie names a project that its session is not in: nothing of it is done.
 */
export function refuseOtherProject(
  { sessionToken, headers, query }: AuthenticatedRequest & { readonly headers: IncomingHttpHeaders; readonly query: unknown },
  { projectId }: Pick<Principal, 'projectId'>,
): void {
  const named = headers[projectHeader] ?? (query as Readonly<Record<string, unknown>> | null)?.[projectHeader];
  if (sessionToken === undefined || named === undefined || named === '') return;
  if (typeof named === 'string' && named.toLowerCase() === projectId) return;
  throw new Rejected(
    'conflict',
    'This browser works in another project now, so nothing was done',
    { active_project_id: projectId },
    { remediation: 'Read GET /v1/auth/me to see which one, then go on there or switch back.' },
  );
}
