import { billingStream } from '@pps/billing/events';
import type { FactMetadata } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { emailStream, googleStream, handoffStream, secondFactorStream, sessionStream, userStream } from '@pps/identity/events';
import { organizationStream } from '@pps/workspaces/events';

/** Streams of an organization and its people: their facts belong to no project, whichever one the request was made in. */
const beyondProjects: ReadonlySet<string> = new Set(
  [organizationStream, billingStream, userStream, sessionStream, secondFactorStream, emailStream, googleStream, handoffStream].map(
    ({ category }) => category,
  ),
);

interface PlacedFact {
  readonly stream: string;
  readonly metadata: Pick<FactMetadata, 'projectId' | 'organizationId'>;
}

/** The history that a fact is a leaf of: its project's, or its organization's where it belongs to no project; null where neither is concerned. */
export function treeOf({ stream, metadata: { projectId, organizationId } }: PlacedFact): string | null {
  const category = stream.slice(0, stream.indexOf('-'));
  const treeId = beyondProjects.has(category) ? (organizationId ?? projectId) : (projectId ?? organizationId);
  return treeId !== undefined && isUuid(treeId) ? treeId.toLowerCase() : null;
}
