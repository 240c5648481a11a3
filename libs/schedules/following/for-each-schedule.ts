import { mapLimited } from '@pps/concurrency';

const portion = 500;
const atOnce = 16;

/** Does `work` for each schedule that `find` gives, which answers at most `most` ids after `after`, in their order. Throws what `work` throws. */
export async function forEachSchedule(
  find: (after: string | null, most: number) => Promise<readonly string[]>,
  work: (scheduleId: string) => Promise<void>,
): Promise<void> {
  for (let after: string | null = null, found = portion; found === portion;) {
    const ids: readonly string[] = await find(after, portion);
    await mapLimited(atOnce, ids, work);
    [after, found] = [ids.at(-1) ?? null, ids.length];
  }
}
