/** The lease under which one process at a time grants. */
export const pacingDuty = 'pacing';
