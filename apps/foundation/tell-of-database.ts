import { databaseTroubleOf, type SeenServer } from '@pps/read-store';
import type { Logger } from '@pps/runtime';

export interface DatabaseNews {
  /** Of each commit, and of each look for space on the disk: null, or what it failed with. */
  readonly onCommit: (error: unknown) => void;
  readonly onSpace: (error: unknown) => void;
  readonly onServer: (server: Pick<SeenServer, 'name'>, clockTooFarSeconds: number | null) => void;
}

/** What is logged of the database: that it takes no writes and why, that it does again and how long that was, another server, a clock that differs. */
export function tellOfDatabase(logger: Pick<Logger, 'warn' | 'info'>, uptimeMs: () => number = () => performance.now()): DatabaseNews {
  let server: string | null = null;
  let isClockFar = false;
  const tellOfSpace = tellOfOutage('space');

  return {
    onCommit: tellOfOutage('commits'),
    onSpace: (error) => void ((error === null || databaseTroubleOf(error).problem === 'disk_full') && tellOfSpace(error)),
    onServer({ name }, clockTooFarSeconds) {
      if (server !== null && server !== name)
        logger.warn({ before: server, now: name }, 'the database is another server, or was started again');
      server = name;
      if (clockTooFarSeconds !== null && !isClockFar)
        logger.warn({ ahead_seconds: clockTooFarSeconds }, "this machine's clock differs from the database's by more than CLOCK_TOLERANCE");
      if (clockTooFarSeconds === null && isClockFar) logger.info({}, "this machine's clock agrees with the database's again");
      isClockFar = clockTooFarSeconds !== null;
    },
  };

  function tellOfOutage(part: string): (error: unknown) => void {
    let since: number | null = null;
    return (error) => {
      if (error !== null && since === null) {
        since = uptimeMs();
        const { problem, reason } = databaseTroubleOf(error);
        logger.warn({ part, problem, reason }, 'the database takes no writes');
      } else if (error === null && since !== null) {
        logger.info({ part, ms: Math.round(uptimeMs() - since) }, 'the database takes writes again');
        since = null;
      }
    };
  }
}
