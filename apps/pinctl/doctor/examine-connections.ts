import type { Finding } from './finding';

export interface ConnectionsSeen {
  /** Connections of the server, of everybody. */
  readonly used: number;
  /** How many the server gives to those without a right to the reserved ones. */
  readonly limit: number;
  /** Hosts of this installation that run now. */
  readonly running: number;
  /** `DATABASE_POOL_SIZE` as it is set here. */
  readonly poolSize: number;
  /** Whether a pooler lends connections for the length of a transaction, so that those of the pools are not the server's. */
  readonly isPooled: boolean;
}

/** Beside its pool, a host has one that is woken and one that holds the lock of writers. */
const ownOfHost = 2;
const nearlyAll = 0.9;

/** Whether the hosts that run, if all their pools fill, find connections at the server. */
export function examineConnections({ used, limit, running, poolSize, isPooled }: ConnectionsSeen): Finding {
  const each = isPooled ? ownOfHost : poolSize + ownOfHost;
  const wanted = running * each;
  const own = isPooled ? `${ownOfHost} direct ones` : `DATABASE_POOL_SIZE ${poolSize} and ${ownOfHost} of its own`;
  const line = `${used} of ${limit} in use; ${running} hosts may open ${wanted} (each ${own})`;
  if (wanted > limit)
    return {
      part: 'connections',
      state: 'warning',
      line: `${line}, more than there are: raise max_connections or lower DATABASE_POOL_SIZE`,
    };
  if (used > limit * nearlyAll) return { part: 'connections', state: 'warning', line: `${line}; nearly all are taken` };
  return { part: 'connections', state: 'ok', line };
}
