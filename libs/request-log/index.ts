export { hungUp } from './recorded-request';
export { RecordedRequests, type FoundRequest, type RequestFilter, type RequestCursor } from './recorded-requests.store';
export { eraseRequests } from './request-retention.store';
export { RequestLog } from './request-log';
export { requestLogMigrations } from './request-log.migrations';
export { requestLogDuty, runRequestLogSweep } from './request-log-sweep.dispatcher';
