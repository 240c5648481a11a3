import type { Migration } from './migration';

/** Items of work that failed and are left alone for a while. */
export const passedOverItemsMigration: Migration = {
  name: 'read-store/008-passed-over-items',
  up: async (tx) => {
    await tx.raw(`
      create table read_store.passed_over_item (
        task text not null,
        item text not null,
        failures int not null,
        last_error text not null,
        first_failed_at timestamptz not null,
        retry_at timestamptz not null,
        primary key (task, item));
      create index on read_store.passed_over_item (retry_at);
      comment on table read_store.passed_over_item is 'Items of a task that failed by themselves: each is tried again at retry_at, and the others of its task go on meanwhile.';
      comment on column read_store.passed_over_item.task is 'What was to be done.';
      comment on column read_store.passed_over_item.item is 'Id of what it was to be done for.';
      comment on column read_store.passed_over_item.failures is 'How often it has failed in a row.';
      comment on column read_store.passed_over_item.last_error is 'What went wrong last.';
      comment on column read_store.passed_over_item.first_failed_at is 'When it failed first.';
      comment on column read_store.passed_over_item.retry_at is 'Until when it is left alone.';`);
  },
};
