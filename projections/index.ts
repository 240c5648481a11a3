import type { Projection } from '@pps/read-store';
import { pinsProjection } from './pins/pins.projection';
import { publishQueueProjection } from './publish_queue/publish_queue.projection';

/** Every read model the projector keeps. */
export const projections: readonly Projection[] = [pinsProjection, publishQueueProjection];
