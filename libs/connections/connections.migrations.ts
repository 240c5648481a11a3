import { describeTables, moveTables, type Migration } from '@pps/read-store';

const connectionsCommentsMigration = describeTables('connections', 'What is cached of the platform.', {
  board_verdict: {
    meaning: 'Boards that platform accounts have seen, and what the platform last said about publishing on them.',
    columns: {
      project_id: 'Project of the account.',
      account_id: 'The platform account.',
      board_id: "The platform's id of the board.",
      verdict: 'The newest finding; null for a board that was only listed.',
      seen_before: 'Whether the board existed once: if it is gone now, it was deleted.',
      consented_at: 'The consent under which the finding was made; it does not hold under another.',
      checked_at: 'When the platform was asked; null if it never was.',
    },
  },
});

export const connectionsMigrations: readonly Migration[] = [
  {
    name: 'connections/001-board-verdict',
    up: async (tx) => {
      await tx.raw(`
        create table service.board_verdict (
          project_id uuid not null,
          account_id uuid not null,
          board_id text not null,
          verdict jsonb,
          board_owner text,
          seen_before boolean not null default false,
          consented_at timestamptz,
          checked_at timestamptz,
          primary key (project_id, account_id, board_id));
        comment on table service.board_verdict is 'Boards that platform accounts have seen, and what the platform last said about publishing on them.';
        comment on column service.board_verdict.verdict is 'The newest finding; null for a board that was only listed.';
        comment on column service.board_verdict.board_owner is 'User name of the owner at the platform, when it was last seen.';
        comment on column service.board_verdict.seen_before is 'Whether the board existed once: if it is gone now, it was deleted.';
        comment on column service.board_verdict.consented_at is 'The consent under which the finding was made; it does not hold under another.';
        comment on column service.board_verdict.checked_at is 'When the platform was asked; null if it never was.';`);
    },
  },
  {
    name: 'connections/002-board-verdict-names-nobody',
    up: async (tx) => {
      await tx.raw(`
        alter table service.board_verdict drop column board_owner;
        update service.board_verdict set verdict = verdict #- '{board,ownerUsername}' where verdict #>> '{board,ownerUsername}' is not null;`);
    },
  },
  moveTables('connections/003-own-schema', 'connections', [{ from: 'board_verdict', to: 'board_verdict' }]),
  connectionsCommentsMigration,
];
