import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { useRead } from '../data/use-read';
import { countText } from '../shown/count-text';
import { Empty } from '../shown/empty';
import { TextField } from '../shown/field';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { countFacts } from './count-facts';
import { FactTable } from './fact-table';
import { HistoryTabs } from './history-tabs';
import { useHistoryScope } from './history-scope';
import { ScopeChoice } from './scope-choice';

const changes = 'pin schedule account board import asset webhook webhook_delivery api_key usage project organization billing session'.split(
  ' ',
);

/** The log itself, the newest fact first; what comes while it is shown is counted, and waits. */
export function FactsPage() {
  const { scope } = useHistoryScope();
  const counting = useRead(['facts', scope], (signal) => countFacts(scope, signal), { changes });
  return (
    <Page title="Facts">
      <HistoryTabs />
      <ScopeChoice />
      <Loaded reading={counting} what="The facts">
        {(count) =>
          count === 0 ? (
            <Empty title="There are no facts yet.">
              <p>Everything that happens is one, and stays.</p>
            </Empty>
          ) : (
            <Facts key={scope} count={count} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Facts({ count }: { readonly count: number }) {
  const [held, setHeld] = useState(count);
  const newer = Math.max(0, count - held);
  return (
    <>
      <div role="status">
        {newer > 0 && (
          <button type="button" className="main" onClick={() => setHeld(count)}>
            {countText(newer)} new: show
          </button>
        )}
      </div>
      <FactTable count={held} />
      <LeafForm last={held - 1} />
      <p className="quiet" role="status">
        {countText(held)} {held === 1 ? 'fact' : 'facts'}
      </p>
    </>
  );
}

/** Opens a fact by its place: a list has an end where browsers cannot scroll on. */
function LeafForm({ last }: { readonly last: number }) {
  const [, navigate] = useLocation();
  const { search } = useHistoryScope();
  const [leaf, setLeaf] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    navigate(`/history/facts/${Number(leaf)}${search}`);
  };
  return (
    <form className="filters" onSubmit={open}>
      <TextField
        label={`Leaf, 0 to ${last}`}
        inputMode="numeric"
        pattern="[0-9]{1,15}"
        required
        maxLength={15}
        value={leaf}
        onChange={({ target }) => setLeaf(target.value)}
      />
      <button>Open the fact</button>
    </form>
  );
}
