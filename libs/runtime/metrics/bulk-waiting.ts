import { gauge } from './metrics';

export const bulkWaiting = gauge(
  'bulk_waiting',
  'Batches, bulk changes, portions of imports and of bursts of schedules that wait in this process until the read models follow.',
);
