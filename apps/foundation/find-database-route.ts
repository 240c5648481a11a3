import { describeDatabaseError, isDatabaseUnavailable, probePooler, type Pooler } from '@pps/read-store';
import { CannotStart, type Configuration, type Logger } from '@pps/runtime';
import { reachAtStart } from './reach-at-start';

export interface DatabaseRoute {
  /** Where locks and notifications of a connection are to be relied on; null where they are nowhere. */
  readonly sessionUrl: string | null;
  readonly namesStatements: boolean;
}

/**
 * Finds out what lies between this process and PostgreSQL. A pooler of transactions is named in one line, with what the process does without. Throws
 * `CannotStart` where PostgreSQL cannot be reached, and for a direct address that is none.
 */
export async function findDatabaseRoute(
  { DATABASE_URL = '', DATABASE_DIRECT_URL }: Partial<Pick<Configuration, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>>,
  logger: Pick<Logger, 'warn'>,
): Promise<DatabaseRoute> {
  const { lends, knowsNames } = await probe('DATABASE_URL', DATABASE_URL, logger);
  const direct = DATABASE_DIRECT_URL ? await probe('DATABASE_DIRECT_URL', DATABASE_DIRECT_URL, logger) : null;
  if (direct?.lends === 'transactions')
    throw new CannotStart('DATABASE_DIRECT_URL leads through a pooler of transactions, as DATABASE_URL may');
  const sessionUrl = DATABASE_DIRECT_URL ?? (lends === 'sessions' ? DATABASE_URL : null);
  if (sessionUrl === null) {
    logger.warn(
      {},
      'DATABASE_URL leads through a pooler of transactions: without locks and notifications of sessions this process asks the event store at each request and polls the read models; DATABASE_DIRECT_URL names an address without it',
    );
  }
  return { sessionUrl, namesStatements: knowsNames };
}

const probe = async (setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL', url: string, logger: Pick<Logger, 'warn'>): Promise<Pooler> => {
  refuseUnits(setting, url);
  return reachAtStart({ logger, setting }, () => probePooler(url)).catch((error: unknown) => {
    // Whatever else a connection fails with is of the address: its TLS, its user, its password.
    throw error instanceof CannotStart || isDatabaseUnavailable(error)
      ? error
      : new CannotStart(`${setting} cannot be used: ${describeDatabaseError(error)}`);
  });
};

/** pg (8.23) cuts a time-out to its digits, so 30s would be 30 ms and nearly every statement canceled. */
function refuseUnits(setting: string, url: string): void {
  const [, parameters = ''] = /\?([^#]*)/.exec(url) ?? [];
  for (const [name, value] of new URLSearchParams(parameters)) {
    if (!/_timeout(_?millis)?$/i.test(name) || /^\d+$/.test(value)) continue;
    throw new CannotStart(`${setting}: ${name} is a whole number of milliseconds without a unit`);
  }
}
