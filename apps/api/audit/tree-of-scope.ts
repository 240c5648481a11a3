import type { Principal } from '@pps/identity';
import { refuseSandboxKey } from '../auth/refuse-sandbox-key';
import type { HistoryQuery } from './audit-query.dto';

/** The tree that a question is about. Throws `Rejected('session_required')` for that of the organization, asked for by a key of the sandbox. */
export function treeOfScope(caller: Principal, { scope }: HistoryQuery): string {
  if (scope === 'project') return caller.projectId;
  refuseSandboxKey(caller);
  return caller.organizationId;
}
