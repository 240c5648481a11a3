import { openEventStore } from '@pps/event-store';
import { projections } from '../projections';
import { appendRealisticLog } from '../test/operations/projections/realistic-log';
import { withBenchParts } from './bench-parts';
import { median } from './percentile';
import { readLog, replayLog, type Replay } from './replay-log';

// How many events per second all projections together replay into PostgreSQL, beside a bare catch-up read of the same events in the same run.

const events = Number(process.env['EVENTS'] ?? 1_000_000);
const rounds = Number(process.env['ROUNDS'] ?? 3);

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres, eventStore }) => {
    const store = openEventStore(eventStore.url);
    const begun = performance.now();
    const written = await appendRealisticLog(store, events);
    process.stderr.write(`${written} events written in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
    const reads: number[] = [];
    const replays: Replay[] = [];
    for (let round = 1; round <= rounds; round++) {
      reads.push(await readLog(store));
      replays.push(await replayLog(store, postgres.url, `replay_${round}`));
      process.stderr.write(`round ${round}: read ${reads.at(-1)?.toFixed(0)}/s, replay ${replays.at(-1)?.perSecond.toFixed(0)}/s\n`);
    }
    print(written, reads, replays);
    await store.close();
  });
}

function print(written: number, reads: readonly number[], replays: readonly Replay[]): void {
  const [read, replayed] = [median(reads), median(replays.map(({ perSecond }) => perSecond))];
  console.log(`${written} events, ${projections.length} projections, medians of ${rounds} rounds, Node ${process.version}`);
  console.table([
    { what: 'bare catch-up read', 'events per second': read.toFixed(0) },
    { what: 'replay into PostgreSQL', 'events per second': replayed.toFixed(0) },
  ]);
  console.log(`replay ÷ read: ${((100 * replayed) / read).toFixed(1)} %`);
  for (const { resident } of replays)
    console.log(`resident MiB at 25, 50, 75, 100 %: ${resident.map((each) => each.toFixed(0)).join(', ')}`);
}
