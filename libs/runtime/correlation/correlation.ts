import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { RequestTrace } from '../tracing/request-trace';

export interface Correlation {
  readonly requestId: string;
  readonly correlationId: string;
  actor?: { readonly type: string; readonly id: string };
  /** What the request was counted against. */
  limits?: readonly CountedLimit[];
  /** What the request used that will be gone. */
  deprecations?: readonly Deprecation[];
  /** What is noted for the request's spans; absent while nothing is traced. */
  readonly trace?: RequestTrace;
}

/** A limit of a rate, and what is left of it. */
export interface CountedLimit {
  readonly name: string;
  /** How many in a window of so many seconds. */
  readonly most: number;
  readonly windowSeconds: number;
  readonly left: number;
  /** Until the present window is over. */
  readonly secondsLeft: number;
}

/** Notes what a request was counted against; its answer says so. Silent outside of a request. */
export function noteLimit(limit: CountedLimit): void {
  const correlation = storage.getStore();
  if (correlation) correlation.limits = [...(correlation.limits ?? []).filter(({ name }) => name !== limit.name), limit];
}

/** Since when something should not be used any more, and when it will be gone: dates, as `2027-06-30`. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
  /** A page that tells what to use instead. */
  readonly page?: string;
}

/** Notes that a request uses what is deprecated; its answer says so. Silent outside of a request. */
export function noteDeprecation(deprecation: Deprecation): void {
  const correlation = storage.getStore();
  if (correlation) correlation.deprecations = [...(correlation.deprecations ?? []), deprecation];
}

/** Who a request turned out to come from; its log lines name him. Silent outside of a request. */
export function nameActor(actor: NonNullable<Correlation['actor']>): void {
  const correlation = storage.getStore();
  if (correlation) correlation.actor = actor;
}

const storage = new AsyncLocalStorage<Correlation>();

/** Runs `work`, and all it waits for, under one correlation. */
export function runCorrelated<T>(correlation: Correlation, work: () => T): T {
  return storage.run(correlation, work);
}

/** The correlation of the present request or work item; undefined outside of one. */
export function currentCorrelation(): Correlation | undefined {
  return storage.getStore();
}

/** The client's own `X-Request-ID` if it is 8..128 of `[A-Za-z0-9._-]`, else a new uuid. */
export function requestIdFrom(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,128}$/.test(given) ? given : randomUUID();
}
