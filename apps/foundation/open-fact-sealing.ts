import { FactSealing, type RecordedFact, type SealingKeys } from '@pps/event-store';
import type { Configuration } from '@pps/runtime';
import { sealedStreams } from './sealed-streams';

/** How facts are sealed in this service; where `SEAL_TEXTS` is false, they are only opened. */
export const openFactSealing = (keys: SealingKeys, { SEAL_TEXTS }: Pick<Configuration, 'SEAL_TEXTS'>): FactSealing =>
  new FactSealing({ keys, streams: sealedStreams, forgottenBy, isSealing: SEAL_TEXTS });

const forgettings: ReadonlySet<string> = new Set(['UserForgotten', 'OrganizationForgotten']);

/** The person or organization whose stream holds the fact, and the organization that the fact names. */
function forgottenBy({ type, stream, metadata: { organizationId } }: RecordedFact): readonly string[] {
  if (!forgettings.has(type)) return [];
  const named = organizationId === undefined ? [] : [`organization:${organizationId}`];
  return [stream.replace('-', ':'), ...named];
}
