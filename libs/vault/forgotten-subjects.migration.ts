import type { Migration } from '@pps/read-store';

/** Notes which subjects were forgotten, by whatever way: a vault that lacks one says whether it lost it. */
export const forgottenSubjectsMigration: Migration = {
  name: 'read-store/004-forgotten-subjects',
  up: async (tx) => {
    await tx.raw(`
      create table service.vault_forgotten (subject text primary key, forgotten_at timestamptz not null default now());
      comment on table service.vault_forgotten is 'Subjects whose key was dropped on purpose; what facts name of them is not missing.';
      create function service.note_forgotten() returns trigger language plpgsql as $$
      begin
        insert into service.vault_forgotten (subject) values (old.subject)
          on conflict (subject) do update set forgotten_at = excluded.forgotten_at;
        return null;
      end $$;
      create trigger note_forgotten after delete on service.vault_key for each row execute function service.note_forgotten();`);
  },
};
