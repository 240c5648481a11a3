import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import type { ProposalFact, ProposalMade, ProposedWrite } from './proposal/proposal.events';
import { proposalStream } from './proposal/proposal.stream';

const id = (digit: number): string => `01890a5d-ac96-774b-bcce-${String(digit).padStart(12, '0')}`;

export const proposedPin = (title = 'Blue door'): Extract<ProposedWrite, { readonly action: 'publish' }> => ({
  action: 'publish',
  accountId: id(4),
  boardId: '813744226420000001',
  content: { title, linkUrl: 'https://example.org/door', imageUrl: 'https://example.org/door.jpg' },
});

/** A proposal as it is made, with whatever a spec cares about. */
export const proposalMade = (changes: Partial<ProposalMade['data']> = {}): ProposalMade => ({
  type: 'ProposalMade',
  data: {
    proposalId: id(1),
    projectId: id(2),
    epoch: 0,
    organizationId: id(3),
    proposedBy: { userId: id(5), keyId: id(6), clientName: 'Garden assistant' },
    items: [
      proposedPin('Blue door'),
      proposedPin('Red door'),
      { ...proposedPin('Oak door'), action: 'schedule', runAt: '2026-11-25T08:00:00.000Z' },
    ],
    contentHash: 'c'.repeat(64),
    proposedAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-11-27T10:00:00.000Z',
    ...changes,
  },
});

const agreedAt = '2026-11-20T11:00:00.000Z';

export const proposalSamples: readonly ProposalFact[] = [
  proposalMade(),
  proposalMade({
    proposedBy: { userId: id(5) },
    items: [
      { action: 'change_pin', accountId: id(4), pinId: id(7), boardId: '813744226420000002', changes: { title: 'Blue', altText: null } },
      {
        action: 'change_schedule',
        accountId: id(4),
        scheduleId: id(8),
        runAt: '2026-11-25T08:00:00.000Z',
        changes: { relatedTerms: ['door'] },
      },
      { action: 'retry_pin', accountId: id(4), pinId: id(9) },
      { action: 'retry_pin', accountId: id(4), pinId: id(10), toAccountId: id(11), boardId: '813744226420000002' },
    ],
  }),
  proposalMade({ items: [{ ...proposedPin(), idempotencyKey: 'door-1' }] }),
  {
    type: 'ProposalItemsAgreed',
    data: {
      items: [{ number: 1, write: { ...proposedPin('Green door'), idempotencyKey: 'door-1' } }],
      agreedBy: { userId: id(5), by: 'page' },
      agreedAt,
    },
  },
  {
    type: 'ProposalItemsAgreed',
    data: { items: [{ number: 1 }, { number: 2, write: proposedPin('Green door') }], agreedBy: { userId: id(5), by: 'page' }, agreedAt },
  },
  { type: 'ProposalItemsAgreed', data: { items: [{ number: 3 }], agreedBy: { userId: id(5), by: 'session' }, agreedAt } },
  {
    type: 'ProposalItemsDone',
    data: {
      outcomes: [
        { number: 1, status: 'approved', pinId: id(7) },
        { number: 3, status: 'approved', scheduleId: id(8) },
        {
          number: 2,
          status: 'failed',
          errorCode: 'board_not_found',
          errorMessage: 'The board was not found',
          remediation: 'Choose another.',
        },
      ],
      doneAt: agreedAt,
    },
  },
  {
    type: 'ProposalItemsDeclined',
    data: { numbers: [2], declinedBy: { userId: id(5), by: 'session' }, declinedAt: '2026-11-20T12:00:00.000Z' },
  },
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [streamSamples(proposalStream, proposalSamples)];
