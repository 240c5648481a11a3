import { useState } from 'react';
import { Link } from 'wouter';
import { useRead } from '../data/use-read';
import { FactProof } from '../proofs/fact-proof';
import { countText } from '../shown/count-text';
import { Empty } from '../shown/empty';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { actorWords } from './actor-words';
import { pageAboutStream } from './page-about';
import { timeOfFact, readFactPage, type HistoryFact } from './history-fact';
import { useHistoryScope } from './history-scope';

const longest = 20_000;

/** One fact of the log, whole, and its proof. */
export function FactPage({ leaf }: { readonly leaf: string }) {
  const { scope, search } = useHistoryScope();
  const place = /^\d{1,15}$/.test(leaf) ? Number(leaf) : null;
  const reading = useRead(
    ['fact', scope, place],
    (signal) => readFactPage({ scope, from: place ?? 0, limit: 1 }, signal).then(({ items }) => items[0] ?? null),
    { isOff: place === null },
  );
  const none = (
    <Empty title="The history has no such fact.">
      <Link href={`/history/facts${search}`}>Show all facts</Link>
    </Empty>
  );
  return (
    <Page title={`Fact ${leaf.slice(0, 15)}`} actions={<Link href={`/history/facts${search}`}>All facts</Link>}>
      {place === null ? (
        none
      ) : (
        <Loaded reading={reading} what="The fact">
          {(fact) => (fact === null ? none : <Fact fact={fact} />)}
        </Loaded>
      )}
    </Page>
  );
}

function Fact({ fact }: { readonly fact: HistoryFact }) {
  const about = pageAboutStream(fact.stream);
  return (
    <>
      <dl className="facts">
        <dt>Type</dt>
        <dd>{fact.type}</dd>
        <dt>About</dt>
        <dd>{about === null ? <Text>{fact.stream}</Text> : <Link href={about}>{fact.stream}</Link>}</dd>
        <dt>Happened</dt>
        <dd>
          <Moment at={timeOfFact(fact)} />
        </dd>
        <dt>By</dt>
        <dd>
          <Text>{actorWords(fact.actor)}</Text>
        </dd>
        <dt>Position</dt>
        <dd>{fact.position}</dd>
        <dt>Leaf</dt>
        <dd>
          {fact.leaf_index} <span className="raw">{fact.leaf_hash}</span>
        </dd>
      </dl>
      {/* What was found holds for what was shown then. */}
      <FactProof key={JSON.stringify(fact)} fact={fact} />
      {(
        [
          ['What it says', fact.data],
          ['Opened words', fact.opened],
          ['Who, where and why', fact.metadata],
        ] as const
      ).map(
        ([title, value]) =>
          value !== null && (
            <section key={title} aria-label={title}>
              <h2>{title}</h2>
              <FactText>{JSON.stringify(value, null, 2)}</FactText>
            </section>
          ),
      )}
      {fact.data === null && <p className="fault">The log has lost what this fact said.</p>}
    </>
  );
}

/** Whole where it is short, else when that is asked for. */
function FactText({ children: text }: { readonly children: string }) {
  const [isWhole, setWhole] = useState(text.length <= longest);
  return (
    <>
      <pre tabIndex={0}>
        <Text length={isWhole ? text.length : longest}>{text}</Text>
      </pre>
      {!isWhole && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {countText(text.length)} characters
        </button>
      )}
    </>
  );
}
