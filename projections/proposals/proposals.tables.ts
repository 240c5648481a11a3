import type { RecordedFact } from '@pps/event-store';
import type { ProposalMade } from '@pps/proposals/events';
import { tableFrom } from '@pps/read-store';

export const proposalTable = tableFrom<RecordedFact<ProposalMade>>()({
  name: 'proposal',
  meaning: 'What somebody asks a person to agree to, one row for each proposal.',
  key: ['proposal_id'],
  indexes: [
    '(project_id, epoch, made_position desc)',
    '(project_id, epoch, expires_at) where open_items > 0',
    '(key_id) where open_items > 0',
    '(approving_since) where approving_since is not null',
  ],
  columns: {
    proposal_id: ['uuid', 'The proposal; stream proposal-<proposal_id> in the log.', ({ data }) => data.proposalId],
    position: ['bigint not null', 'Where in the log its newest fact stands.', ({ position }) => position.toString()],
    made_position: ['bigint not null', 'Where in the log it was made: the order of proposals.', ({ position }) => position.toString()],
    project_id: ['uuid not null', 'Project (workspace_id in the API).', ({ data }) => data.projectId],
    epoch: ['int not null', 'How often the project had been reset when it was made.', ({ data }) => data.epoch],
    organization_id: ['uuid not null', 'Organization the project belongs to.', ({ data }) => data.organizationId],
    user_id: ['uuid not null', 'For whom it was made.', ({ data }) => data.proposedBy.userId],
    key_id: ['uuid', 'The API key or grant that made it; null: the person.', ({ data }) => data.proposedBy.keyId ?? null],
    client_name: ['text', 'What the program of a grant calls itself.', ({ data }) => data.proposedBy.clientName ?? null],
    account_ids: [
      'uuid[] not null',
      'Every account that its items concern, each once.',
      ({ data }) => [
        ...new Set(
          data.items.flatMap((item) => ('toAccountId' in item && item.toAccountId ? [item.accountId, item.toAccountId] : [item.accountId])),
        ),
      ],
    ],
    total_items: ['int not null', 'Its items.', ({ data }) => data.items.length],
    open_items: ['int not null', 'Items that were neither approved nor declined.', ({ data }) => data.items.length],
    approved_items: ['int not null', 'Items that were approved.', (): number => 0],
    approving: ['int[] not null', 'Numbers of the items that are being carried out.', (): readonly number[] => []],
    approving_since: ['timestamptz', 'Since when some are; null: none is.', (): string | null => null],
    made_at: ['timestamptz not null', 'When it was made.', ({ data }) => data.proposedAt],
    updated_at: ['timestamptz not null', 'When a person answered last, or something was done.', ({ data }) => data.proposedAt],
    expires_at: ['timestamptz not null', 'Until when a person can agree to it.', ({ data }) => data.expiresAt],
    ended_at: [
      'timestamptz',
      'When the key or grant that made it was revoked, while items were open; null too where it ended otherwise.',
      (): string | null => null,
    ],
  },
});
