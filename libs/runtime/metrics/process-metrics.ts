import { releaseVersion } from '../release-version';
import { counter, gauge, histogram } from './metrics';

export const httpRequestDuration = histogram(
  'http_request_duration_seconds',
  'Time from request to answer, by route pattern.',
  ['method', 'route', 'status'],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
);

export const bulkWaiting = gauge(
  'bulk_waiting',
  'Batches, bulk changes, portions of imports and of bursts of schedules that wait in this process until the read models follow.',
);

export const bulkLagSeconds = gauge(
  'bulk_lag_seconds',
  'How far behind the slowest read model is that bulk work of this process waits for; 0 where it has passed all that this process has seen.',
);

export const serviceBuildInfo = gauge('service_build_info', 'The release of the process that was asked; always 1.', ['version']);

serviceBuildInfo.set({ version: releaseVersion }, 1);

export const pinAnswersTotal = counter(
  'pin_answers_total',
  'Answers to reads of one pin and of pages of pins, by whether they came from the cache or from the database.',
  ['source'],
);
