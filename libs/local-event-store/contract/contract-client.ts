import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, type AppendToStreamOptions, type JSONEventData, type ResolvedEvent } from '@eventstore/db-client';

/** How an append travels: the client takes the classic call as soon as credentials are given. */
export type AppendPath = 'batch' | 'classic';

/** Bounds what hangs; a machine may stand still for seconds. */
export const patienceMs = 120_000;

export const appendPaths: readonly AppendPath[] = ['batch', 'classic'];

/** A client of the server under test, which may be any EventStoreDB. `settings` is added to the connection string. */
export function openContractClient(settings = ''): EventStoreDBClient {
  const url = process.env.EVENTSTORE_URL;
  if (!url) throw new Error('EVENTSTORE_URL is not set: run this file in the jest project real-parts.');
  return EventStoreDBClient.connectionString([url, `defaultDeadline=${patienceMs}`, ...(settings ? [settings] : [])].join('&'));
}

export function onPath(path: AppendPath, options: AppendToStreamOptions = {}): AppendToStreamOptions {
  return path === 'batch' ? options : { ...options, credentials: { username: 'nobody', password: 'nothing' } };
}

export function freshStream(prefix = 'contract'): string {
  return `${prefix}-${randomUUID()}`;
}

export function eventOf(type: string, data: Record<string, unknown> = {}): JSONEventData {
  return jsonEvent({ id: randomUUID(), type, data });
}

export function eventsOf(count: number, type = 'Tested'): JSONEventData[] {
  return Array.from({ length: count }, (_, number) => eventOf(type, { number }));
}

export async function collect(events: AsyncIterable<ResolvedEvent>): Promise<ResolvedEvent[]> {
  const collected: ResolvedEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

export async function revisionsOf(events: AsyncIterable<ResolvedEvent>): Promise<bigint[]> {
  return (await collect(events)).map(({ event }) => event!.revision);
}

/** Waits until the condition holds, at most 2 minutes. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`did not arrive within 2 minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
