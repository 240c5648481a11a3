import type { Projection } from '@pps/read-store';

/** Every read model the projector keeps. */
export const projections: readonly Projection[] = [];
