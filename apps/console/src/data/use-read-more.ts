import { useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from 'pin-publishing';
import { useLive } from '../live/live-state';
import { useMe } from '../session/console-session';
import { withSession } from '../session/with-session';
import { isLongList } from './is-long-list';

type Cursor = string | number | null;

/** Reads a list page after page, as often as more is asked for; what has changed is read again where it stands, unless the list is long. */
export function useReadMore<Item>(
  key: readonly unknown[],
  read: (cursor: string | undefined, signal: AbortSignal) => PromiseLike<Page<Item>>,
  changes: readonly string[] = [],
) {
  const { active_project: project } = useMe();
  const isLive = useLive().kind === 'live';
  const reading = useInfiniteQuery<Page<Item>, unknown, readonly Item[], readonly unknown[], Cursor>({
    queryKey: [project.id, ...key],
    queryFn: ({ pageParam, signal }) => withSession(() => read(pageParam === null ? undefined : String(pageParam), signal)),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    meta: { changes },
    refetchInterval: ({ state }) => (isLive || changes.length === 0 || isLongList(state.data) ? false : 10_000),
  });
  return reading;
}
