export { CONFIGURATION, type Configuration } from './configuration/configuration';
export { features, upgradeUrl } from './configuration/features';
export { loadConfiguration } from './configuration/load-configuration';
export type { Bucket } from './configuration/setting';
export { currentCorrelation, nameActor, noteDeprecation, noteLimit, requestIdFrom, runCorrelated } from './correlation/correlation';
export type { Correlation, CountedLimit, Deprecation } from './correlation/correlation';
export { errorCatalogue, errorCatalogueEntry, type ErrorCode } from './errors/error-catalogue';
export { errorCauses } from './errors/error-causes';
export { failureOf, type Failure } from './errors/failure-of';
export { compareKeyFingerprints, keyFingerprints } from './keys/key-fingerprints';
export { loadKeys, type KeyName, type Keys } from './keys/load-keys';
export { boundGarbage } from './lifecycle/bound-garbage';
export { CannotStart } from './lifecycle/cannot-start';
export { runHost, type HostContext, type RunningHost } from './lifecycle/run-host';
export { createLogger, type Logger } from './logging/logger';
export { cachedFor } from './metrics/cached-for';
export { measuredGauge, measureGauges, type GaugeSample, type MeasuredGauges } from './metrics/measured-gauges';
export { collectProcessMetrics, measureOnDemand, metricsRegistry, metricsText } from './metrics/metrics';
export {
  bulkLagSeconds,
  bulkWaiting,
  httpRequestDuration,
  pinAnswersTotal,
  requestLogDropped,
  serviceBuildInfo,
  toolCallsTotal,
} from './metrics/metrics';
export { clientNetworkOf, clientSiteOf, isLoopback } from './networks/client-network';
export type { FinishedSpan, Tracing } from './tracing/finished-span';
export { openTracing } from './tracing/open-tracing';
export { noteAppend, pinSpanIds, requestSpans, type RequestTrace } from './tracing/request-trace';
export { newSpanId, rootSpanIdOf, traceIdOf } from './tracing/trace-ids';
