import { type Migration, type RepeatableMigration, describeTables, moveTables } from '@pps/read-store';

/** Notes which subjects were forgotten, by whatever way: a vault that lacks one says whether it lost it. */
const forgottenSubjectsMigration: Migration = {
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

/** Whoever deletes a subject's key, by whatever statement, leaves a note that it was dropped on purpose. */
const noteForgottenMigration: RepeatableMigration = {
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

const vaultCommentsMigration = describeTables('vault', 'Secrets and personal data, encrypted; facts hold references to them.', {
  subject_key: {
    meaning: 'One key for each subject, a person or an organization; deleting it forgets the subject.',
    columns: {
      subject: 'Whose data it encrypts.',
      wrapped_key: 'The key, encrypted with the master key.',
      master_key_id: 'Fingerprint of that master key.',
      created_at: 'When it was made.',
    },
  },
  entry: {
    meaning: 'Encrypted values; a row is never changed.',
    columns: {
      ref: 'What facts call it by.',
      subject: 'Whose key encrypts it.',
      kind: 'What it is, such as an e-mail address or a platform token.',
      ciphertext: 'The value, AES-256-GCM.',
      created_at: 'When it was stored; facts name it soon afterwards, or a sweep deletes it.',
    },
  },
  forgotten_subject: {
    meaning: 'Subjects whose key was dropped on purpose; what facts name of them is not missing.',
    columns: { subject: 'Who was forgotten.', forgotten_at: 'When the key was dropped.' },
  },
});

export const vaultMigrations: readonly Migration[] = [
  forgottenSubjectsMigration,
  moveTables('vault/001-own-schema', 'vault', [
    { from: 'vault_key', to: 'subject_key' },
    { from: 'vault_entry', to: 'entry' },
    { from: 'vault_forgotten', to: 'forgotten_subject' },
  ]),
  noteForgottenMigration,
  vaultCommentsMigration,
];
