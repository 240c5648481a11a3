import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Flood } from './flood.main';

export type Statuses = Readonly<Record<string, number>>;

/**
 * Starts a hostile client in a process of its own; the function that it gives ends it and tells how many answers had which status. It may be called
 * again, and says the same.
 */
export function startFlood(flood: Flood): () => Promise<Statuses> {
  const child = fork(join(__dirname, 'flood.main.js'), [JSON.stringify(flood)]);
  const stop = async () => {
    const told = once(child, 'message');
    child.send('stop');
    const [statuses] = (await told) as [Statuses];
    return statuses;
  };
  let stopped: Promise<Statuses> | undefined;
  return () => (stopped ??= stop());
}
