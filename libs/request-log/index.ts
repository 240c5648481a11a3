export type { AnsweredRequest } from './answered-request';
export { AnsweredRequests, type FoundRequest, type RequestFilter, type RequestCursor } from './answered-requests.store';
export { eraseRequests } from './request-retention.store';
export { RequestLog } from './request-log';
export { requestLogMigrations } from './request-log.migrations';
export { requestLogDuty, runRequestLogSweep } from './request-log-sweep.dispatcher';
