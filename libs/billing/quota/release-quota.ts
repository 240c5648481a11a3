import type { Streams, Origin } from '@pps/event-store';
import { releaseUnit, type ReleaseReason, quotaStream, quotaStreamId } from './quota.stream';

export interface ReleaseQuotaDeps {
  readonly streams: Pick<Streams, 'decide'>;
}

/** Releases the unit of an entry, for a reason; a repeat is silent. */
export async function releaseQuota(
  { streams }: ReleaseQuotaDeps,
  { projectId, epoch, month }: { readonly projectId: string; readonly epoch: number; readonly month: string },
  entry: { readonly entryId: string; readonly pinId: string; readonly reason: ReleaseReason; readonly at: string },
  origin: Origin,
): Promise<void> {
  await streams.decide(quotaStream, quotaStreamId(projectId, epoch, month), origin, (state) => releaseUnit(entry, state));
}
