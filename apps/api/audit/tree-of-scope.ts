import type { Principal } from '@pps/identity';
import type { HistoryQuery } from './audit-query.dto';

/** The tree that a question is about. */
export const treeOfScope = ({ projectId, organizationId }: Principal, { scope }: HistoryQuery): string =>
  scope === 'organization' ? organizationId : projectId;
