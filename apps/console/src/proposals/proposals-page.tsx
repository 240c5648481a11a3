import { Link, useSearchParams } from 'wouter';
import type { ListProposalsQuery, Proposal } from 'pin-publishing';
import { useReadMore } from '../data/use-read-more';
import { client } from '../session/client';
import { Badge } from '../shown/badge';
import { Empty } from '../shown/empty';
import { ChoiceField } from '../shown/field';
import { LoadedList } from '../shown/loaded-list';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { Proposer } from './proposer';

const states = ['open', 'decided', 'expired', 'ended'] as const;

/** What programs ask a person to agree to, and what became of it. */
export function ProposalsPage() {
  const [search, setSearch] = useSearchParams();
  const status = states.find((each) => each === search.get('status'));
  const query: ListProposalsQuery = { limit: 50, ...(status && { status }) };
  const proposals = useReadMore<Proposal>(
    ['proposals', query],
    (cursor, signal) => client.proposals.list({ ...query, cursor }, { signal }),
    ['proposal'],
  );
  const choose = (next: string): void => setSearch(next === '' ? {} : { status: next }, { replace: true });
  return (
    <Page title="Proposals">
      <div className="filters">
        <ChoiceField label="Status" value={status ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">all</option>
          {states.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </ChoiceField>
      </div>
      <LoadedList reading={proposals} what="The proposals" empty={status ? <NoMatch onAll={() => choose('')} /> : nothingYet}>
        {(all) => (
          <table>
            <thead>
              <tr>
                <th scope="col">Asked at</th>
                <th scope="col">By</th>
                <th scope="col">State</th>
                <th scope="col">Waiting</th>
                <th scope="col">Until</th>
              </tr>
            </thead>
            <tbody>
              {all.map((proposal) => (
                <tr key={proposal.id}>
                  <td className="whole">
                    <Link href={`/proposals/${proposal.id}`}>
                      <Moment at={proposal.created_at} />
                    </Link>
                  </td>
                  <td>
                    <Proposer proposal={proposal} />
                  </td>
                  <td>
                    <Badge>{proposal.status}</Badge>
                  </td>
                  <td>
                    {proposal.open_items} of {proposal.total_items}
                  </td>
                  <td className="whole">
                    <Moment at={proposal.expires_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </LoadedList>
    </Page>
  );
}

const nothingYet = (
  <Empty title="Nothing was proposed yet.">
    <p>
      A program may ask you to agree to pins before they are published. <Link href="/programs">Connected programs</Link>
    </p>
  </Empty>
);

const NoMatch = ({ onAll }: { readonly onAll: () => void }) => (
  <Empty title="No proposal matches.">
    <button type="button" onClick={onAll}>
      Show all proposals
    </button>
  </Empty>
);
