import { histogram } from './metrics';

export const httpRequestDuration = histogram(
  'http_request_duration_seconds',
  'Time from request to answer, by route pattern.',
  ['method', 'route', 'status'],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
);
