import type { RepeatableMigration } from '@pps/read-store';

/** Whoever deletes a subject's key, by whatever statement, leaves a note that it was dropped on purpose. */
export const noteForgottenMigration: RepeatableMigration = {
  name: 'vault/note-forgotten',
  sql: `
create or replace function vault.note_forgotten() returns trigger language plpgsql as $$
begin
  insert into vault.forgotten_subject (subject) values (old.subject)
    on conflict (subject) do update set forgotten_at = excluded.forgotten_at;
  return null;
end $$;
comment on function vault.note_forgotten is 'Notes that a subject was forgotten on purpose.';

create or replace trigger note_forgotten after delete on vault.subject_key for each row execute function vault.note_forgotten();
`,
};
