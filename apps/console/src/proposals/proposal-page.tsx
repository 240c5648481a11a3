import type { Proposal, ProposalItem } from 'pin-publishing';
import { useState } from 'react';
import { accountName } from '../accounts/account-name';
import { useAccounts } from '../accounts/use-accounts';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { Badge } from '../shown/badge';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { ItemAnswers } from './item-answers';
import { ProposalAnswers } from './proposal-answers';
import { ProposalItemCard } from './proposal-item-card';
import { Proposer } from './proposer';

/** One proposal, each item whole with its checks: what is not shown is not agreed to. */
export function ProposalPage({ id }: { readonly id: string }) {
  const proposal = useRead(['proposal', id], (signal) => client.proposals.get(id, { signal }), { changes: [`proposal:${id}`] });
  const accounts = useAccounts().data ?? [];
  const names = new Map(accounts.map((account) => [account.id, accountName(account)]));
  // What an answer says is read again: it has no checks and no wholes.
  const answered = (): Promise<unknown> => proposal.refetch();
  return (
    <Page title="Proposal">
      <Loaded reading={proposal} what="The proposal">
        {(now) => <ShownProposal key={now.id} now={now} names={names} onAnswered={answered} />}
      </Loaded>
    </Page>
  );
}

interface ShownProposalProps {
  readonly now: Proposal;
  readonly names: ReadonlyMap<string, string>;
  readonly onAnswered: () => Promise<unknown>;
}

/** Items stay on the screen as they were first read, while nothing but their state has changed: a person agrees to what he looked at. */
function ShownProposal({ now, names, onAnswered }: ShownProposalProps) {
  const [looked, setLooked] = useState(now);
  const isOther = (item: ProposalItem): boolean => {
    const before = looked.items.find(({ number }) => number === item.number);
    return isAnswerable(item) && before?.fingerprint !== item.fingerprint;
  };
  const changed = now.items.filter(isOther);
  const items = now.items.map((item) => (changed.includes(item) ? (looked.items[item.number - 1] ?? item) : item));
  const open = now.status === 'open' ? items.filter(isAnswerable) : [];
  return (
    <>
      <dl className="facts card">
        <dt>Asked by</dt>
        <dd>
          <Proposer proposal={now} />
        </dd>
        <dt>State</dt>
        <dd>
          <Badge>{now.status}</Badge> {now.open_items} of {now.total_items} wait
        </dd>
        <dt>Until</dt>
        <dd>
          <Moment at={now.expires_at} />
        </dd>
      </dl>
      {changed.length > 0 && (
        <div className="notice" role="status">
          <p>Item {changed.map(({ number }) => number).join(', ')} would lead to something else by now.</p>
          <button type="button" className="main" onClick={() => setLooked(now)}>
            Show it as it is now
          </button>
        </div>
      )}
      {open.some(({ after }) => after?.['image_url'] !== undefined || after?.['cover_image_url'] !== undefined) && (
        <p className="hint">
          A picture with an address is fetched when its pin is published: whoever runs that address can show another one by then. An
          uploaded file stays as it is. Boards are told by their numbers, as a program may rename them.
        </p>
      )}
      {open.length > 1 && <ProposalAnswers id={now.id} items={open} onAnswered={onAnswered} />}
      <ol className="plain">
        {items.map((item) => (
          <ProposalItemCard key={item.number} item={item} names={names}>
            <ItemAnswers id={now.id} item={item} isOpen={open.includes(item)} onAnswered={onAnswered} />
          </ProposalItemCard>
        ))}
      </ol>
    </>
  );
}

/** Whether a person can still answer it. */
const isAnswerable = ({ status }: ProposalItem): boolean => status === 'waiting' || status === 'failed';
