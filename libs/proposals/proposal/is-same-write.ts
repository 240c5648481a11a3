import { canonicalize } from 'json-canonicalize';
import type { ProposedWrite } from './proposal.events';

/** Whether two writes ask for the same, whatever the order of their fields. */
export const isSameWrite = (one: ProposedWrite, other: ProposedWrite): boolean => canonicalize(one) === canonicalize(other);
