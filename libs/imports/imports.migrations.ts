import type { Migration } from '@pps/read-store';
import { importsCommentsMigration } from './imports-comments.migration';

export const importsMigrations: readonly Migration[] = [
  {
    name: 'imports/001-bodies',
    up: async (tx) => {
      await tx.raw(`
        create schema if not exists imports;
        create table imports.body (
          job_id uuid primary key,
          project_id uuid not null,
          epoch int not null,
          received_at timestamptz not null default clock_timestamp(),
          ended_at timestamptz);
        create index on imports.body (project_id) where ended_at is null;
        create index on imports.body (received_at, job_id) where ended_at is null;
        create index on imports.body (ended_at) where ended_at is not null;

        create table imports.row (
          job_id uuid not null references imports.body on delete cascade,
          row_number int not null,
          given jsonb,
          request jsonb,
          fault jsonb,
          primary key (job_id, row_number));`);
    },
  },
  {
    name: 'imports/002-bodies-of-a-project',
    up: async (tx) => {
      await tx.raw('create index on imports.body (project_id, job_id)');
    },
  },
  {
    name: 'imports/003-rounded-keys',
    up: async (tx) => {
      await tx.raw(`
        create table imports.rounded_key (
          project_id uuid not null,
          epoch int not null,
          content_hash text not null,
          rounded text not null,
          key text not null,
          job_id uuid not null references imports.body on delete cascade,
          primary key (project_id, epoch, content_hash, rounded, key, job_id));
        create index on imports.rounded_key (job_id);`);
    },
  },
  importsCommentsMigration,
];
