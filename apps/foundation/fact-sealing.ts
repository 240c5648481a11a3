import { FactSealing, type RecordedFact, type SealingKeys } from '@pps/event-store';

/** How facts are sealed in this service. */
export const factSealing = (keys: SealingKeys): FactSealing => new FactSealing({ keys, streams: [], forgottenBy });

const forgettings: ReadonlySet<string> = new Set(['UserForgotten', 'OrganizationForgotten']);

/** The person or organization whose stream holds the fact, and the organization that the fact names. */
function forgottenBy({ type, stream, metadata: { organizationId } }: RecordedFact): readonly string[] {
  if (!forgettings.has(type)) return [];
  const named = organizationId === undefined ? [] : [`organization:${organizationId}`];
  return [stream.replace('-', ':'), ...named];
}
