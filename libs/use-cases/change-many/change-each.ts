import { mapLimited } from '@pps/concurrency';
import type { Streams, StreamType } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { isWithin, NotFound, type Fact } from '@pps/kernel';

/** What became of one of many ids; `error` is what a request for it alone would have answered. */
export type ChangedItem =
  | { readonly id: string; readonly status: 'succeeded' | 'skipped' }
  | { readonly id: string; readonly status: 'failed'; readonly error: unknown };

type Change = Exclude<ChangedItem['status'], 'failed'>;

interface ChangeMany<Item> {
  /** What a missing one is called: `Pin`. */
  readonly what: string;
  /** The items that the credential's project has, by their id in lower case. */
  readonly find: (ids: readonly string[]) => Promise<ReadonlyMap<string, Item>>;
  /** `skipped` where nothing was to be done. Throws what the item alone is refused with. */
  readonly change: (item: Item) => Promise<Change>;
}

interface DeletedState {
  readonly kind: 'deleted';
  readonly projectId: string;
  readonly epoch: number;
  readonly accountId: string;
}

/** So many are changed at once: a request for a hundred leaves the process to others too. */
const changedAtOnce = 10;

/**
 * Changes each of these, whatever becomes of the others, and says so in their order; an id that comes again is changed once. Throws only what
 * `find` throws: nothing was changed then.
 */
export async function changeEach<Item>({ what, find, change }: ChangeMany<Item>, ids: readonly string[]): Promise<ChangedItem[]> {
  const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
  const found = await find(distinct);
  const changeOne = async (id: string): Promise<ChangedItem> => {
    try {
      const item = found.get(id);
      if (!item) throw new NotFound(what);
      return { id, status: await change(item) };
    } catch (error) {
      return { id, status: 'failed', error };
    }
  };
  const changed = new Map((await mapLimited(changedAtOnce, distinct, changeOne)).map((item) => [item.id, item]));
  const seen = new Set<string>();
  return ids.map((given) => {
    const item = changed.get(given.toLowerCase());
    if (!item) throw new Error('an id has no outcome');
    const isRepeat = seen.has(item.id);
    seen.add(item.id);
    return isRepeat && item.status === 'succeeded' ? { ...item, status: 'skipped' } : item;
  });
}

/**
 * These items, and those of the ids that were deleted, which no read model knows. One that was of another project, or of an account that the
 * credential may not name, is not there.
 */
export async function withDeleted<Item, State extends { readonly kind: string }, F extends Fact>(
  { streams }: { readonly streams: Pick<Streams, 'load'> },
  { projectId, epoch, accountIds }: Principal,
  stream: StreamType<State | DeletedState, F>,
  ids: readonly string[],
  present: ReadonlyMap<string, Item>,
): Promise<Map<string, Item | 'deleted'>> {
  const isDeleted = async (id: string): Promise<boolean> => {
    const { state } = await streams.load(stream, id);
    return isDeletedState(state) && state.projectId === projectId && state.epoch === epoch && isWithin([state.accountId], accountIds);
  };
  const missing = ids.filter((id) => !present.has(id));
  const deleted = await mapLimited(changedAtOnce, missing, async (id) => ((await isDeleted(id)) ? [id] : []));
  return new Map<string, Item | 'deleted'>([...present, ...deleted.flat().map((id) => [id, 'deleted'] as const)]);
}

const isDeletedState = (state: { readonly kind: string }): state is DeletedState => state.kind === 'deleted';
