import { findOwnLog } from '@pps/local-event-store/find-own-log';
import type { OwnLog } from '@pps/read-store';
import type { Parts } from './open-parts';

/** How the database of a host tells whether it has an event, where the log lies there too; undefined where it lies elsewhere, or may not be read there. */
export const ownLogOf = ({ db, store, logger }: Pick<Parts, 'db' | 'store' | 'logger'>): Promise<OwnLog | undefined> =>
  findOwnLog(db, store, () =>
    logger.warn(
      {},
      'the tables of a local event store lie in this database, and its user may not read its events: facts of another server would go unnoticed',
    ),
  );
