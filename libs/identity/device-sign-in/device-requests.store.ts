import type { Database } from '@pps/read-store';

/** A terminal that waits for somebody to approve it. */
export interface DeviceRequest {
  readonly requestId: string;
  readonly clientId: string;
  /** What the terminal calls its machine; '' where it does not say. */
  readonly machine: string;
  /** The client address that it asked from. */
  readonly address: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewDeviceRequest extends DeviceRequest {
  readonly userCodeHash: string;
  readonly deviceCodeHash: string;
  readonly network: string;
  /** The widest network that is one holder's. */
  readonly site: string;
}

export interface Poll {
  readonly request: DeviceRequest;
  readonly isDenied: boolean;
  readonly isTooFast: boolean;
}

/** So many terminals wait at once: of one network and of one site, which get no more, and of all, where the site that has most makes room. */
export const mostDevices = { all: 10_000, ofNetwork: 50, ofSite: 200 } as const;

/** The least seconds between two polls. One that comes sooner makes them so many more. */
export const pollEverySeconds = 5;
const slowestSeconds = 60;
/** Timers of terminals are not exact. */
const toleranceMs = 500;

/** Ended ones are kept for as long, so that a terminal that comes late is told so. */
const keptAfterEndMs = 600_000;
const deletedAtOnce = 1_000;

const waiting = 'expires_at > :now and denied_at is null and approved_at is null';

/**
 * Null where it waits now; else of what too many wait. Where too many wait of all, the oldest of the site that has most makes room, unless that is the asking
 * one: so a flood from one place pushes out itself, and from everywhere nobody. One that is approved, and whose key was not fetched yet, is never pushed out.
 */
export async function addDeviceRequest(
  db: Database,
  request: NewDeviceRequest,
  most: Readonly<Record<'all' | 'ofNetwork' | 'ofSite', number>> = mostDevices,
): Promise<'of_network' | 'of_all' | null> {
  const { requestId, userCodeHash, deviceCodeHash, clientId, machine, address, network, site, createdAt, expiresAt } = request;
  return db.transaction(async (tx) => {
    // One at a time: the bounds hold for requests at the same moment, too.
    await tx.raw("select pg_advisory_xact_lock(hashtext('identity.device_request'))");
    const { rows } = await tx.raw<{ rows: { all_waiting: number; of_network: number; of_site: number }[] }>(
      `select count(*)::int as all_waiting, (count(*) filter (where network = :network))::int as of_network,
         (count(*) filter (where site = :site))::int as of_site
       from identity.device_request where ${waiting}`,
      { network, site, now: createdAt },
    );
    const { all_waiting: all = 0, of_network: ofNetwork = 0, of_site: ofSite = 0 } = rows[0] ?? {};
    if (ofNetwork >= most.ofNetwork || ofSite >= most.ofSite) return 'of_network';
    if (all >= most.all && !(await makeRoom(tx, { ofSite, now: createdAt }))) return 'of_all';
    await tx('identity.device_request').insert({
      ...{ request_id: requestId, user_code_hash: userCodeHash, device_code_hash: deviceCodeHash, client_id: clientId },
      ...{ machine, address, network, site, created_at: createdAt, expires_at: expiresAt, poll_every_seconds: pollEverySeconds },
    });
    return null;
  });
}

/** Forgets the oldest that waits of the site that has most; false where no site has more than the asking one would have. */
async function makeRoom(tx: Database, { ofSite, now }: { readonly ofSite: number; readonly now: Date }): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `with fullest as (
       select coalesce(site, network) as site from identity.device_request where ${waiting}
       group by 1 having count(*) > :ofSite + 1 order by count(*) desc, 1 limit 1)
     delete from identity.device_request where request_id = (
       select request_id from identity.device_request join fullest on fullest.site = coalesce(device_request.site, network)
       where ${waiting} order by created_at limit 1)
     returning request_id`,
    { ofSite, now },
  );
  return rows.length > 0;
}

interface Row {
  readonly request_id: string;
  readonly client_id: string;
  readonly machine: string;
  readonly address: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly denied_at: Date | null;
}

const requestOf = (row: Row): DeviceRequest => ({
  requestId: row.request_id,
  clientId: row.client_id,
  machine: row.machine,
  address: row.address,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** The one that waits with a code, or under an id; null for none, and for one that is over or denied. */
export async function findWaitingDevice(
  db: Database,
  by: { readonly user_code_hash: string } | { readonly request_id: string },
  now: Date,
): Promise<DeviceRequest | null> {
  const row = await db<Row>('identity.device_request').where(by).andWhere('expires_at', '>', now).whereNull('denied_at').first();
  return row ? requestOf(row) : null;
}

/** Notes a poll of the terminal with this code; null for an unknown code. */
export async function notePoll(db: Database, deviceCodeHash: string, now: Date): Promise<Poll | null> {
  const { rows } = await db.raw<{ rows: (Row & { too_fast: boolean })[] }>(
    `with before as (
       select request_id, coalesce(polled_at > cast(:now as timestamptz) - (poll_every_seconds * 1000 - :tolerance) * interval '1 millisecond', false) as too_fast
       from identity.device_request where device_code_hash = :deviceCodeHash for update)
     update identity.device_request as request set polled_at = :now,
       poll_every_seconds = case when before.too_fast then least(poll_every_seconds + :step, :slowest) else poll_every_seconds end
     from before where request.request_id = before.request_id
     returning request.request_id, client_id, machine, address, created_at, expires_at, denied_at, before.too_fast`,
    { deviceCodeHash, now, tolerance: toleranceMs, step: pollEverySeconds, slowest: slowestSeconds },
  );
  const [row] = rows;
  return row ? { request: requestOf(row), isDenied: row.denied_at !== null, isTooFast: row.too_fast } : null;
}

export async function denyDevice(db: Database, requestId: string, at: Date): Promise<void> {
  await db('identity.device_request').where({ request_id: requestId, denied_at: null }).update({ denied_at: at });
}

/** From then on it makes room for no other. The approval itself is a fact. */
export async function noteApproval(db: Database, requestId: string, at: Date): Promise<void> {
  await db('identity.device_request').where({ request_id: requestId, approved_at: null }).update({ approved_at: at });
}

/** Deletes what ended a while ago, a portion at a time; gives how many. */
export async function deleteEndedDevices(db: Database, now: Date): Promise<number> {
  const ended = db('identity.device_request')
    .where('expires_at', '<', new Date(now.getTime() - keptAfterEndMs))
    .limit(deletedAtOnce)
    .select('request_id');
  return db('identity.device_request').whereIn('request_id', ended).delete();
}
