import type { RecordedFact } from '@pps/event-store';
import { tableFrom } from '@pps/read-store';

/** A fact with its place in the history that it belongs to. */
export interface IndexedFact {
  readonly fact: RecordedFact;
  readonly treeId: string;
  readonly leafIndex: number;
}

export const auditFactTable = tableFrom<IndexedFact>()({
  name: 'audit_facts',
  meaning: 'The history of each project, and of each organization beside its projects: one row a fact, in order.',
  key: ['tree_id', 'leaf_index'],
  indexes: ['(event_id)'],
  columns: {
    tree_id: ['uuid', 'The project; for facts that belong to no project the organization.', ({ treeId }) => treeId],
    leaf_index: ['bigint', 'Place in that history, from 0.', ({ leafIndex }) => leafIndex],
    position: ['bigint not null', 'Position of the fact in the whole log.', ({ fact }) => fact.position.toString()],
    event_id: ['uuid not null', 'Id of the fact.', ({ fact }) => fact.id],
    stream: ['text not null', 'The stream that it is in.', ({ fact }) => fact.stream],
    revision: ['int not null', 'Its number there, from 0.', ({ fact }) => fact.revision],
    type: ['text not null', 'What happened.', ({ fact }) => fact.type],
    recorded_at: ['timestamptz not null', 'When the log stored it.', ({ fact }) => fact.recordedAt.toISOString()],
  },
});
