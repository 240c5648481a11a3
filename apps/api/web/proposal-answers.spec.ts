import { Overloaded } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import { proposalStream } from '@pps/proposals/events';
import { proposalMade, proposedPin } from '@pps/proposals/testing';
import { ProposalAnswers } from './proposal-answers';
import { textOf, type WebPage } from './web-page';

const stop = new Error('as far as this');

/** Answers of somebody to a proposal of so many items, which come as far as their turn; what was asked for on the way. */
async function answering(items: number, answer: string, { isLimited = false, error: thrown = stop as Error } = {}) {
  const asked: unknown[] = [];
  const made = proposalMade({ items: Array.from({ length: items }, () => proposedPin()) });
  const state = proposalStream.decider.evolve(proposalStream.decider.initial, made);
  const person = { userId: 'ada', organizationId: made.data.organizationId };
  const app = {
    clock: () => new Date(),
    live: { get: async () => (asked.push('read'), { state }) },
    rateLimits: {
      require: async (...of: unknown[]) => {
        asked.push(of);
        if (isLimited) throw new Rejected('rate_limited', 'Too many');
      },
    },
  };
  const ada = { userId: 'ada', proposalId: made.data.proposalId };
  const identity = { authorizationTickets: { verify: () => ada, issue: () => 'ticket of ada' } };
  const fair = { runPermitted: async (_work: unknown, how: object) => (asked.push({ ...how, raw: null }), Promise.reject(thrown)) };
  const consents = { holderIn: async () => person, personOf: () => ada };
  const answers = new ProposalAnswers(app as never, identity as never, consents as never, fair as never);
  const work = answer === 'open' ? answers.offer({} as never, ada.proposalId, null as never) : answers.answer({ answer }, null as never);
  const result: unknown = await work.catch((error: unknown) => error);
  return { asked, result, organizationId: person.organizationId };
}

test.each([
  ['show', 'proposal_looks', 11, false],
  ['open', 'proposal_looks', 11, false],
  ['decline all', 'proposal_answers', 11, false],
  ['approve all', 'proposal_answers', 10, false],
  ['approve all', 'proposal_answers', 11, true],
])(
  '%j counts by its person (%s), then works in the turn of its organization (of %i items, bulk work: %s)',
  async (answer, limit, items, isBulk) => {
    const { asked, result, organizationId } = await answering(items, answer);
    expect([asked, result]).toEqual([[[limit, 'ada'], 'read', { raw: null, organizationId, isBulk }], stop]);
  },
);

test('one that is beyond the limit reads nothing', async () => {
  const { asked, result } = await answering(1, 'approve all', { isLimited: true });
  expect([asked, result]).toMatchObject([[['proposal_answers', 'ada']], { code: 'rate_limited' }]);
});

test('who has signed in goes on from a page, where it cannot be shown now', async () => {
  const limited = await answering(1, 'open', { isLimited: true });
  const busy = await answering(1, 'open', { error: new Overloaded('all') });
  expect([limited.result, busy.result]).toMatchObject([{ status: 429 }, { status: 503 }]);
  for (const { result } of [limited, busy]) expect(textOf((result as WebPage).content)).toContain('ticket of ada');
});
