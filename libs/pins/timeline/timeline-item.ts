import type { FactMetadata, RecordedFact } from '@pps/event-store';

/** One step of a pin's story. */
export interface TimelineItem {
  /** When it happened, ISO 8601 in UTC. */
  readonly at: string;
  /** Of the fact. */
  readonly type: string;
  readonly status: string;
  readonly message: string;
  readonly reason: string | null;
  readonly next_step: string | null;
  readonly attempt: number | null;
  readonly actor: string;
  /** Of the fact in the whole log. */
  readonly position: string;
}

/** What a step is in words. */
export type TimelineWords = Pick<TimelineItem, 'status' | 'message'> & Partial<Pick<TimelineItem, 'reason' | 'next_step' | 'attempt'>>;

/** A fact as a step of the story. */
export const timelineItem = ({ type, position, metadata }: RecordedFact, words: TimelineWords): TimelineItem => ({
  at: metadata.occurredAt,
  type,
  reason: null,
  next_step: null,
  attempt: null,
  ...words,
  actor: actorName(metadata.actor),
  position: position.toString(),
});

const actorName = ({ type, id }: FactMetadata['actor']): string => (id === undefined ? type : `${type}:${id}`);
