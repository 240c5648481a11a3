import { factsOf, idOf, type RecordedFact } from '@pps/event-store';
import { proposalStream } from '@pps/proposals/events';
import { activitySource, type Activity } from './activity';

/** What was proposed to a person, and how he answered; what became of an item is told of the pin or schedule that it is about. */
export const proposalActivities = activitySource(
  factsOf(proposalStream, 'ProposalMade', 'ProposalItemsAgreed', 'ProposalItemsDeclined'),
  (fact): Activity => {
    const resource = { resourceType: 'proposal', resourceId: idOf(fact as RecordedFact, proposalStream) };
    switch (fact.type) {
      case 'ProposalMade': {
        const { items, expiresAt } = fact.data;
        const message = `A person was asked to agree to ${countOf(items.length)}.`;
        const metadata = { items: items.length, expires_at: expiresAt };
        return { ...resource, action: 'proposal.created', status: 'queued', message, metadata };
      }
      case 'ProposalItemsAgreed': {
        const { items, agreedBy } = fact.data;
        const metadata = { items: items.map(({ number }) => number), by: agreedBy.by };
        return {
          ...resource,
          action: 'proposal.approved',
          status: 'success',
          message: `The person agreed to ${countOf(items.length)}.`,
          metadata,
        };
      }
      case 'ProposalItemsDeclined': {
        const { numbers, declinedBy } = fact.data;
        const metadata = { items: numbers, by: declinedBy.by };
        return {
          ...resource,
          action: 'proposal.declined',
          status: 'canceled',
          message: `The person declined ${countOf(numbers.length)}.`,
          metadata,
        };
      }
    }
  },
);

const countOf = (count: number): string => (count === 1 ? 'one item' : `${count} items`);
