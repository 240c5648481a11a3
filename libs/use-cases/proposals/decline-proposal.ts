import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { decideDecline } from '@pps/proposals';
import { proposalStream, type AgreementWay, type ProposalView } from '@pps/proposals/events';
import { requireProposal, viewOfProposal, type FindProposalDeps } from './find-proposal';
import { requirePerson } from './require-person';

/**
 * A person declines items of a proposal; null: all that wait or have failed. A repeat is silent. Throws `Rejected`: `session_required`, `conflict` for an item
 * that was agreed to; `Invalid`, `NotFound`.
 */
export async function declineProposal(
  deps: FindProposalDeps & { readonly streams: Pick<Streams, 'decide'> },
  principal: Principal,
  proposalId: string,
  { numbers, by }: { readonly numbers: readonly number[] | null; readonly by: AgreementWay },
): Promise<ProposalView> {
  const declinedBy = requirePerson(principal, by);
  await requireProposal(deps, principal, proposalId);
  const now = deps.clock();
  const origin = originOfPrincipal(principal, now);
  const { state } = await deps.streams.decide(proposalStream, proposalId.toLowerCase(), origin, (current) => {
    if (current.kind === 'none') throw new NotFound('Proposal');
    const open = current.items.filter(({ status }) => status === 'waiting' || status === 'failed').map(({ number }) => number);
    return decideDecline({ numbers: numbers ?? open, declinedBy, at: now.toISOString() }, current);
  });
  if (state.kind === 'none') throw new NotFound('Proposal');
  return viewOfProposal(deps, principal, state);
}
