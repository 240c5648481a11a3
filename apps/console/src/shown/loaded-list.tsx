import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mostRowsFollowed } from '../data/is-long-list';
import { countText } from './count-text';
import { Failure } from './failure';
import { Wide } from './wide';

interface LoadedListProps<Item> {
  readonly reading: UseInfiniteQueryResult<readonly Item[], unknown>;
  /** What is read, as `The requests`. */
  readonly what: string;
  /** What stands there where nothing is in the list. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that was read, with a button for more of it; or that it is on its way, empty, or could not be read. */
export function LoadedList<Item>({ reading, what, empty, children }: LoadedListProps<Item>) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = reading;
  const retry = (): void => void (data === undefined ? refetch() : fetchNextPage());
  if (isPending)
    return (
      <p className="waiting" role="status">
        {what}: loading …
      </p>
    );
  return (
    <>
      {error !== null && (
        <Failure error={error} what={`${what} could not be read${data === undefined ? '' : ' to the end'}`} onRetry={retry} />
      )}
      {data !== undefined && (data.length === 0 ? error === null && empty : <Wide label={what}>{children(data)}</Wide>)}
      {data !== undefined && data.length > mostRowsFollowed && (
        <p>
          More than {countText(mostRowsFollowed)} rows do not follow what changes.{' '}
          <button type="button" onClick={() => void refetch()}>
            Read them again
          </button>
        </p>
      )}
      {hasNextPage && error === null && (
        <p>
          <button type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading …' : 'Show more'}
          </button>
        </p>
      )}
    </>
  );
}
