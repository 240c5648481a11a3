import type { BulkItem } from 'pin-publishing';
import { Link } from 'wouter';
import { countText } from './count-text';

const mostShown = 20;

const rankOf = ({ status }: BulkItem): number => (status === 'skipped' ? 1 : 0);

interface BulkOutcomeProps {
  readonly results: readonly BulkItem[];
  /** Why there was nothing to do with some of them. */
  readonly skipped: string;
  /** Where each has its page, as `/pins`. */
  readonly path: string;
  readonly onClose: () => void;
}

/** What came of each of many: how many are done, with how many there was nothing to do, how many failed, and why. */
export function BulkOutcome({ results, skipped, path, onClose }: BulkOutcomeProps) {
  const count = (wanted: BulkItem['status']): string => countText(results.filter(({ status }) => status === wanted).length);
  // What failed first: it is what somebody has to do something about.
  const others = [...results.filter(({ status }) => status !== 'succeeded')].sort((one, other) => rankOf(one) - rankOf(other));
  return (
    <div className="notice" role="status">
      <p>
        {count('succeeded')} done, {count('skipped')} with nothing to do, {count('failed')} failed.{' '}
        <button type="button" className="plain" onClick={onClose}>
          Close
        </button>
      </p>
      {others.length > 0 && (
        <ul>
          {others.slice(0, mostShown).map(({ id, status, error_code, error_message }) => (
            <li key={id}>
              <Link href={`${path}/${id}`}>{id}</Link>: {status === 'skipped' ? skipped : (error_message ?? error_code ?? status)}
            </li>
          ))}
        </ul>
      )}
      {others.length > mostShown && <p className="quiet">and {countText(others.length - mostShown)} more</p>}
    </div>
  );
}
