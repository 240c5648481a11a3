import { linkAbort } from '@pps/concurrency';
import type { EventStore, RecordedFact } from '@pps/event-store';
import { CommandFailed, exitCodes } from './command-failed';

const quietMs = 30_000;

/** What the log holds behind a position (null: from its beginning) up to its head. Throws `CommandFailed` where nothing comes for 30 s, or the log ends before. */
export async function* factsUpTo(store: EventStore, after: bigint | null, head: bigint): AsyncGenerator<RecordedFact> {
  if (after !== null && after >= head) return;
  const reading = linkAbort(new AbortController().signal);
  const silence = setTimeout(reading.abort, quietMs);
  try {
    for await (const fact of store.subscribe(after, reading.signal)) {
      silence.refresh();
      if (fact.position <= head) yield fact;
      if (fact.position >= head) return;
    }
  } finally {
    clearTimeout(silence);
    reading.abort();
    reading.release();
  }
  throw new CommandFailed(`the log ended before its head ${head}`, exitCodes.refused);
}
