import { getHeapSpaceStatistics } from 'node:v8';
import { boundGarbage } from './bound-garbage';

/** Replaces what it holds, 300,000 small objects, twenty times over; gives how many MiB its old generation took at most. */
function peakMib(): number {
  const held: { text: string }[] = [];
  let peak = 0;
  for (let made = 0; made < 6_000_000; made++) {
    held[made % 300_000] = { text: `object ${made}` };
    if (made % 10_000 === 0) peak = Math.max(peak, oldSpace());
  }
  return Math.round(peak / 1024 / 1024);
}

const oldSpace = (): number => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_size ?? NaN;

if (process.argv[2] === 'bounded') boundGarbage();
console.log(peakMib());
