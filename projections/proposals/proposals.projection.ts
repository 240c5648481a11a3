import { factsOf, idOf, type RecordedFact } from '@pps/event-store';
import { apiKeyStream, type ApiKeyRevoked } from '@pps/identity/events';
import { proposalStream, type ProposalFact } from '@pps/proposals/events';
import { defineProjection, oneByOne, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch, type EpochFact } from '@pps/workspaces/events';
import { proposalTable } from './proposals.tables';

/** Every proposal and how much of it is left, one row each; what it proposes is read from its stream. */
export const proposalsProjection = defineProjection({
  name: 'proposals',
  version: 1,
  handles: factsOf(proposalStream)
    .and(apiKeyStream, 'ApiKeyRevoked')
    .and(projectStream, ...epochFacts),
  tables: [proposalTable],
  project: oneByOne(projectProposal),
  removePortion: removeOlderEpochs,
});

type Handled = ProposalFact | ApiKeyRevoked | EpochFact;
type Answer = Exclude<ProposalFact, { readonly type: 'ProposalMade' }>;

async function projectProposal(fact: RecordedFact<Handled>, { tx, table, remove }: ProjectionContext): Promise<void> {
  const name = table('proposal');
  // Readers ask for the present epoch only.
  if (startsEpoch(fact)) return remove({ owner: idOf(fact, projectStream), beforeEpoch: fact.data.epoch });
  if (fact.type === 'ProposalMade') return proposalTable.insertMissing(tx, name, [proposalTable.row(fact)]);
  if (fact.type === 'ApiKeyRevoked') {
    const { keyId, revokedAt } = fact.data;
    // One that was made behind it ends by what its key may do when somebody looks.
    const before = tx(name).where({ key_id: keyId, ended_at: null }).andWhere('made_position', '<', fact.position.toString());
    await before.andWhere('open_items', '>', 0).update({ ended_at: revokedAt });
    return;
  }
  const position = fact.position.toString();
  await tx(name)
    .where({ proposal_id: idOf(fact, proposalStream) })
    .andWhere('position', '<', position)
    .update({ ...countsAfter(fact, tx), updated_at: tx.raw('greatest(updated_at, ?::timestamptz)', [momentOf(fact)]), position });
}

function countsAfter(fact: Answer, tx: ProjectionContext['tx']) {
  if (fact.type === 'ProposalItemsDeclined') return { open_items: tx.raw('open_items - ?', [fact.data.numbers.length]) };
  if (fact.type === 'ProposalItemsAgreed') {
    const numbers = fact.data.items.map(({ number }) => number);
    return {
      approving: tx.raw('array(select unnest(approving) union select unnest(?::int[]))', [numbers]),
      approving_since: tx.raw('coalesce(approving_since, ?)', [fact.data.agreedAt]),
    };
  }
  const numbers = fact.data.outcomes.map(({ number }) => number);
  const approved = fact.data.outcomes.filter(({ status }) => status === 'approved').length;
  return {
    approving: tx.raw('array(select unnest(approving) except select unnest(?::int[]))', [numbers]),
    approving_since: tx.raw('case when approving <@ ?::int[] then null else approving_since end', [numbers]),
    open_items: tx.raw('open_items - ?', [approved]),
    approved_items: tx.raw('approved_items + ?', [approved]),
  };
}

function momentOf(fact: Answer): string {
  switch (fact.type) {
    case 'ProposalItemsAgreed':
      return fact.data.agreedAt;
    case 'ProposalItemsDone':
      return fact.data.doneAt;
    case 'ProposalItemsDeclined':
      return fact.data.declinedAt;
  }
}

async function removeOlderEpochs({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const older = tx(table('proposal')).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('proposal_id');
  return tx(table('proposal')).whereIn('proposal_id', older).delete();
}
