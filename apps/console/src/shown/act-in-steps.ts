import type { BulkItem, BulkResult } from 'pin-publishing';

const atOnce = 100;

/** Does something with a hundred at a time, and tells of each hundred when it is done: it stays done, whatever becomes of the next. */
export async function actInSteps(
  ids: readonly string[],
  act: (body: { readonly ids: readonly string[] }) => PromiseLike<BulkResult>,
  onStep: (results: readonly BulkItem[]) => void,
): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) onStep((await act({ ids: ids.slice(from, from + atOnce) })).results);
}
