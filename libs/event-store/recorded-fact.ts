import type { Fact } from '@pps/kernel';

export interface Actor {
  readonly type: 'user' | 'api_key' | 'system' | 'platform' | 'payment_provider';
  readonly id?: string;
}

/** Who, where and why: travels as the metadata of every fact. Times are RFC 3339 in UTC. */
export interface FactMetadata {
  readonly organizationId?: string;
  readonly projectId?: string;
  readonly epoch?: number;
  readonly actor: Actor;
  readonly requestId?: string;
  readonly correlationId?: string;
  readonly causationId?: string;
  readonly occurredAt: string;
  readonly schemaVersion: number;
}

/** A fact as the log holds it; `revision` counts from 0 in its stream, `position` orders the whole log and is opaque. */
export interface RecordedFact<F extends Fact = Fact> {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly type: F['type'];
  readonly data: F['data'];
  readonly metadata: FactMetadata;
  readonly recordedAt: Date;
}

export interface NewFact {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: FactMetadata;
}
