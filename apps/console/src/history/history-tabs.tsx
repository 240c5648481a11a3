import { Link, useLocation } from 'wouter';
import { useHistoryScope } from './history-scope';

const tabs = [
  ['/history', 'Activity'],
  ['/history/facts', 'Facts'],
  ['/history/proofs', 'Proofs'],
] as const;

/** The ways in which what happened is shown; facts and proofs stay with the history that is looked at. */
export function HistoryTabs() {
  const [path] = useLocation();
  const { search } = useHistoryScope();
  return (
    <nav className="pages" aria-label="History">
      <ul>
        {tabs.map(([page, name]) => (
          <li key={page}>
            <Link href={page === '/history' ? page : `${page}${search}`} aria-current={path === page ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
