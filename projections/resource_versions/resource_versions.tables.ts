import type { RecordedFact } from '@pps/event-store';
import { tableFrom } from '@pps/read-store';

/** What a stream's facts up to one of them say. */
export interface ResourceVersion {
  readonly fact: RecordedFact;
  /** When it begins to hold, in milliseconds since the Unix epoch. */
  readonly from: number;
  readonly category: string;
  readonly projectId: string;
  readonly epoch: number;
  readonly state: object;
}

export const resourceVersionTable = tableFrom<ResourceVersion>()({
  name: 'resource_version',
  meaning: 'What API keys and platform accounts were, version by version: lists as of a moment are read from it.',
  key: ['stream', 'revision'],
  indexes: ['(project_id, category, epoch, stream, revision desc)'],
  columns: {
    stream: ['text', 'The stream of the key or account in the log.', ({ fact }) => fact.stream],
    revision: ['int', 'Revision of the fact that led to this version.', ({ fact }) => fact.revision],
    position: ['bigint not null', 'Position of that fact in the whole log.', ({ fact }) => fact.position.toString()],
    counts_from: [
      'timestamptz not null',
      'When that fact happened, from which on the version holds.',
      ({ from }) => new Date(from).toISOString(),
    ],
    category: ['text not null', 'apikey or connection.', ({ category }) => category],
    project_id: ['uuid not null', 'The project it belongs to.', ({ projectId }) => projectId],
    epoch: ['int not null', 'Epoch of the project; those before a sandbox reset are not shown.', ({ epoch }) => epoch],
    state: ['jsonb not null', 'What the facts until then say of it.', ({ state }) => state, { internal: true }],
  },
});
