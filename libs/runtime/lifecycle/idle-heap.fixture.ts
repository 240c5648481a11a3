import { setTimeout as delay } from 'node:timers/promises';
import { collectWhileIdle } from './collect-while-idle';

const mib = (): number => Math.round(process.memoryUsage().heapTotal / 1024 / 1024);

/** Fills a heap with garbage, rests until half of it is given back, and tells how many MiB it was at most and is then. */
async function rest(): Promise<string> {
  let held: object[] | null = Array.from({ length: 1_000_000 }, (_, made) => ({ text: `object ${made}` }));
  const peak = held.length > 0 ? mib() : 0;
  held = null;
  collectWhileIdle(300);
  while (mib() > peak / 2) await delay(100);
  return `${peak} ${mib()}`;
}

void rest().then(console.log);
