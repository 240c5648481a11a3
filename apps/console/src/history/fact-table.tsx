import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../session/console-session';
import { withSession } from '../session/with-session';
import { Failure } from '../shown/failure';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { actorWords } from './actor-words';
import { timeOfFact, readFactPage, type HistoryFact } from './history-fact';
import { useHistoryScope } from './history-scope';
import { pageAboutStream } from './page-about';

const rowHeight = 44;
const rowsOfPage = 100;
const restMs = 80;

/** So many facts in a window of its own, the newest first: only rows that can be seen are there, and only their pages are read. */
export function FactTable({ count }: { readonly count: number }) {
  const { scope, search } = useHistoryScope();
  const { active_project: project } = useMe();
  const [range, setRange] = useState({ first: 0, last: 0 });
  const list = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count, getScrollElement: () => list.current, estimateSize: () => rowHeight, overscan: 8 });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    const timer = setTimeout(() => setRange({ first, last }), restMs);
    return () => clearTimeout(timer);
  }, [first, last]);
  useEffect(() => {
    list.current?.scrollTo(0, 0);
  }, [count]);

  const leafOf = (row: number): number => count - 1 - row;
  const [from, to] = [
    Math.floor(Math.max(0, leafOf(range.last)) / rowsOfPage),
    Math.floor(leafOf(Math.min(range.first, count - 1)) / rowsOfPage),
  ];
  const indexes = Array.from({ length: to - from + 1 }, (_, step) => from + step);
  const pages = useQueries({
    queries: indexes.map((index) => {
      // A page that was not full then may be now.
      const limit = Math.min(rowsOfPage, count - index * rowsOfPage);
      return {
        queryKey: [project.id, 'fact-page', scope, index, limit],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          withSession(() => readFactPage({ scope, from: index * rowsOfPage, limit }, signal)),
        staleTime: Infinity,
      };
    }),
  });
  const byIndex = new Map(indexes.map((index, at) => [index, pages[at]?.data?.items]));
  const factAt = (leaf: number): HistoryFact | undefined => byIndex.get(Math.floor(leaf / rowsOfPage))?.[leaf % rowsOfPage];
  const failed = pages.filter(({ error }) => error !== null);
  return (
    <>
      {failed[0] && (
        <Failure
          error={failed[0].error}
          what="The facts could not be read"
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      )}
      <div className="list" ref={list} role="table" aria-label="Facts" aria-rowcount={count} tabIndex={0}>
        <div role="rowgroup" className="list-rows" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <FactRow key={leafOf(index)} {...{ place: index, leaf: leafOf(index), fact: factAt(leafOf(index)), search, start }} />
          ))}
        </div>
      </div>
    </>
  );
}

interface RowProps {
  readonly place: number;
  readonly leaf: number;
  readonly fact: HistoryFact | undefined;
  readonly search: string;
  /** Pixels from the top of the list. */
  readonly start: number;
}

function FactRow({ place, leaf, fact, search, start }: RowProps) {
  const about = fact === undefined ? null : pageAboutStream(fact.stream);
  return (
    <div
      role="row"
      className="list-row fact-row"
      aria-rowindex={place + 1}
      style={{ height: rowHeight, transform: `translateY(${start}px)` }}
    >
      <span role="cell" className="quiet">
        {leaf}
      </span>
      <span role="cell">
        <Link href={`/history/facts/${leaf}${search}`}>{fact === undefined ? '…' : <Text length={80}>{fact.type}</Text>}</Link>
      </span>
      <span role="cell">{fact && <Moment at={timeOfFact(fact)} />}</span>
      <span role="cell" className="quiet">
        {fact && <Text length={80}>{actorWords(fact.actor)}</Text>}
      </span>
      <span role="cell">
        {fact && (about === null ? <Text length={80}>{fact.stream}</Text> : <Link href={about}>{fact.stream.slice(0, 80)}</Link>)}
      </span>
    </div>
  );
}
