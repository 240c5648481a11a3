import { describeTables, type Migration } from '@pps/read-store';

const requestLogCommentsMigration = describeTables('request_log', 'Requests that were answered in the last week, without bodies.', {
  project: {
    meaning: 'How much is kept of a project.',
    columns: {
      project_id: 'The project.',
      kept: 'How many requests.',
      oldest_at: 'No kept request came before.',
      ended_at: 'When the project was forgotten: nothing is written of it any more; null before.',
    },
  },
  request: {
    meaning: 'One request with a good credential, for seven days at most.',
    columns: {
      project_id: 'The project that its credential acted in.',
      epoch: 'Epoch of the project then: a reset of a sandbox begins another.',
      at: 'When it came.',
      number: 'Keeps apart what came at the same moment.',
      request_id: 'As in X-Request-ID.',
      method: 'Its method.',
      route: 'Its route, with {name} for what varies.',
      status: 'What was answered; 499 where the client was gone before the answer was out.',
      code: 'Of the error that was answered; null for success.',
      duration_ms: 'Until the answer was out.',
      credential_type: 'session or api_key.',
      credential_id: 'Id of the session or key.',
      resource_id: 'The last id in its path, or of what it made.',
    },
  },
});

export const requestLogMigrations: readonly Migration[] = [
  {
    name: 'request-log/001-requests',
    up: async (tx) => {
      await tx.raw(`
        create schema request_log;
        create table request_log.project (
          project_id uuid primary key,
          kept int not null,
          oldest_at timestamptz not null,
          ended_at timestamptz);
        create table request_log.request (
          project_id uuid not null,
          epoch int not null,
          at timestamptz not null,
          number bigint generated always as identity,
          request_id text not null,
          method text not null,
          route text not null,
          status smallint not null,
          code text,
          duration_ms int not null,
          credential_type text not null,
          credential_id uuid not null,
          resource_id text,
          primary key (project_id, epoch, at, number));
        create index on request_log.project (oldest_at);
        create index on request_log.request (project_id, credential_id, at, number);
        create index on request_log.request (project_id, request_id);`);
    },
  },
  requestLogCommentsMigration,
];
