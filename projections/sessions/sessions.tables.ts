import type { RecordedFact } from '@pps/event-store';
import type { SessionStarted } from '@pps/identity/events';
import { tableFrom } from '@pps/read-store';

export const sessionTable = tableFrom<RecordedFact<SessionStarted>>()({
  name: 'sessions',
  meaning: 'Sessions of people, each from a sign-in on; whether one still holds is asked of its stream.',
  key: ['session_id'],
  indexes: ['(user_id, started_at) where ended_at is null', '(user_id)'],
  columns: {
    session_id: ['uuid', 'Named by the tokens of the session.', ({ data }) => data.sessionId],
    user_id: ['uuid not null', 'Who signed in.', ({ data }) => data.userId],
    organization_id: ['uuid not null', 'The organization of the user.', ({ data }) => data.organizationId],
    generation: ['int not null', 'How often all sessions of the user had been ended before.', ({ data }) => data.generation],
    user_agent_ref: ['uuid', 'In the vault: what the client said it is.', ({ data }) => data.userAgentRef],
    started_at: ['timestamptz not null', 'When the person signed in.', ({ data }) => data.startedAt],
    expires_at: ['timestamptz not null', 'When it ends at the latest.', ({ data }) => data.expiresAt],
    ended_at: ['timestamptz', 'When it was ended; null = it was not.', (): string | null => null],
    revision: ['bigint not null', 'Revision of the newest fact in the row.', ({ revision }) => revision],
  },
});
