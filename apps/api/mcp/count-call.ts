import { clientKindOf, type Principal } from '@pps/identity';
import { toolCallsTotal } from '@pps/runtime';

export type CallOutcome = 'done' | 'proposed' | 'asked' | 'refused' | 'failed';

/** Counts a call of a tool. No label has a word of a tenant or of a client: their number is fixed. */
export function countCall({ kind, grant }: Pick<Principal, 'kind' | 'grant'>, outcome: CallOutcome): void {
  const client = grant ? clientKindOf(grant.clientId) : kind === 'session' ? 'session' : 'key';
  toolCallsTotal.inc({ client, mode: grant?.mode ?? 'none', outcome });
}
