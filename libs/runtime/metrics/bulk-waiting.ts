import { gauge } from './metrics';

export const bulkWaiting = gauge(
  'bulk_waiting',
  'Batches, bulk changes, portions of imports and of bursts of schedules that wait in this process until the read models follow.',
);

export const bulkLagSeconds = gauge(
  'bulk_lag_seconds',
  'How far behind the slowest read model is that bulk work of this process waits for; 0 where it has passed all that this process has seen.',
);
