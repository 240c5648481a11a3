import { startEventStore, type Part } from '@pps/embedded';
import { pinQueued } from '@pps/pins/testing';
import { createHash } from 'node:crypto';
import { Client } from 'pg';

/** Facts of each pin: it is queued, an attempt starts, it is published, it is deleted. */
export const factsOfPin = 4;
/** So many pins are under way at once: facts of one stream are that far apart in the log. */
const atOnce = 100;
const pinsPerStatement = 50_000;
const firstAt = Date.parse('2026-11-20T10:00:00.000Z');

export interface PinLog {
  readonly projectId: string;
  readonly organizationId: string;
  readonly pins: number;
}

/** The id of the nth pin, from 0. */
export function pinIdOf(n: number): string {
  const hex = createHash('md5').update(`pin${n}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** When the nth pin was queued; the others of its facts follow a second apart. */
export const queuedAt = (n: number): Date => new Date(firstAt + n * 100);

const [pin, moment] = ['00000000-0000-4000-8000-00000000aaaa', '1999-12-31T23:59:59.000Z'];

/**
 * Writes the lives of so many pins of one project into the table of the local event store, which nobody serves meanwhile, and starts it: some hundred
 * thousand facts come to be in seconds. The log has to be empty.
 */
export async function startWithPins(databaseUrl: string, running: Part, { projectId, organizationId, pins }: PinLog): Promise<Part> {
  await running.stop();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const metadata = JSON.stringify({
      ...{ organizationId, projectId, epoch: 0, actor: { type: 'system' }, occurredAt: moment, schemaVersion: 1 },
    });
    const { rows } = await client.query<{ next: string }>('select coalesce(max(position) + 1, 0) as next from event_store.event');
    for (let from = 0; from < pins; from += pinsPerStatement) {
      const count = Math.min(pinsPerStatement, pins - from);
      await client.query(insertSql, [types, lives(projectId, organizationId), metadata, rows[0]?.next, from, count, firstAt, pin, moment]);
    }
    await client.query('vacuum analyze event_store.event');
  } finally {
    await client.end();
  }
  return startEventStore({ databaseUrl });
}

const types = ['PinQueued', 'PinPublishAttemptStarted', 'PinPublished', 'PinDeleted'];

const lives = (projectId: string, organizationId: string): string[] => {
  const published = { attempt: 1, platformPinId: '8', platformUrl: 'https://www.pinterest.com/pin/8', publishedAt: moment, via: 'answer' };
  return [
    pinQueued({ pinId: pin, projectId, organizationId, queuedAt: moment }).data,
    { attempt: 1, startedAt: moment, deadline: moment, fingerprint: 'f' },
    published,
    { deletedAt: moment, removedFromPlatform: false },
  ].map((data) => JSON.stringify(data));
};

const insertSql = `
  insert into event_store.event (position, stream, revision, event_id, type, is_json, data, metadata, created)
  select $4::bigint + (n / ${atOnce}) * ${atOnce * factsOfPin} + kind * ${atOnce} + n % ${atOnce}, 'pin-' || id, kind, md5('fact' || n || ' ' || kind)::uuid,
    ($1::text[])[kind + 1], true,
    convert_to(replace(replace(($2::text[])[kind + 1], $8, id), $9, moment), 'UTF8'), convert_to(replace($3, $9, moment), 'UTF8'), ms * 10000
  from generate_series($5::bigint, $5::bigint + $6::bigint - 1) as n, generate_series(0, ${factsOfPin - 1}) as kind,
    lateral (select md5('pin' || n)::uuid::text as id, $7::bigint + n * 100 + kind * 1000 as ms) as named,
    lateral (select to_char(to_timestamp(ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment) as timed`;
