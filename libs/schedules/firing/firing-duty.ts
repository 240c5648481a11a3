/** The lease under which one process fires schedules. */
export const firingDuty = 'schedule-firing';

/** What a schedule that cannot be fired is passed over for. */
export const firingTask = 'fire';
