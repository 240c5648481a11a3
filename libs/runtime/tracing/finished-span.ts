/** Something that took time, and is over. */
export interface FinishedSpan {
  /** Words of the code: never what somebody wrote, nor an address. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly traceId: string;
  readonly spanId: string;
  /** Absent where the trace begins. */
  readonly parentSpanId?: string;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly hasFailed?: boolean;
  /** A span of another trace that led to this one. */
  readonly link?: { readonly traceId: string; readonly spanId: string };
}

export interface Tracing {
  /** Hands a span on to be exported; takes microseconds, never throws, and drops it where 2,048 wait already. */
  record(span: FinishedSpan): void;
  /** Exports what waits, for 2 s at most. */
  stop(): Promise<void>;
}
