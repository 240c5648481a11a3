import type { Query } from '@tanstack/react-query';
import { isLongList } from '../data/is-long-list';
import { queryClient } from '../data/query-client';

/** Sums and lists cost the service more than one thing does: while changes come all the time they are read twice a second. */
const busyMs = 500;
/** What is slower than this keeps the others waiting no longer. */
const patienceMs = 3_000;
let named = new Set<string>();
let isAll = false;
/** What was being read when it changed: its answer may be of before. */
let late: ReadonlySet<Query> = new Set();
let timer: ReturnType<typeof setTimeout> | undefined;
let isReading = false;
let begunAt = -busyMs;

/** Reads again what these make untrue, by type, `type:id` or `type of <account>`. Nothing is read twice at once, nor given up for a later change: it is read once more then. */
export function readAgain(names: readonly string[] | 'all'): void {
  if (names === 'all') isAll = true;
  else for (const name of names) named.add(name);
  plan();
}

function plan(): void {
  if (isReading || timer !== undefined) return;
  timer = setTimeout(() => void read(), Math.max(0, begunAt + busyMs - performance.now()));
}

async function read(): Promise<void> {
  const [wanted, all, before] = [named, isAll, late];
  [timer, isReading, begunAt, named, isAll] = [undefined, true, performance.now(), new Set(), false];
  const predicate = (query: Query): boolean => {
    const of = (query.meta?.['changes'] as readonly string[] | undefined) ?? [];
    if (isLongList(query.state.data)) return false;
    return before.has(query) || (of.length > 0 && (all || of.some((each) => wanted.has(each))));
  };
  late = new Set(queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' }));
  const reading = queryClient.invalidateQueries({ predicate }, { cancelRefetch: false });
  await Promise.race([reading, new Promise((done) => setTimeout(done, patienceMs))]);
  isReading = false;
  if (late.size > 0 || named.size > 0 || isAll) plan();
}
