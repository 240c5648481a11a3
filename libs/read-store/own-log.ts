import { CommitsLost } from './commits-lost';

/**
 * SQL that is true unless the log lies in this same database and does not have an event of this id at this position; both are SQL too. It goes into the
 * statement that moves a checkpoint: where two servers take writes for a while, it keeps what one has out of the read models of the other.
 */
export type OwnLog = (position: string, eventId: string) => string;

/** Of a log that lies elsewhere the database knows nothing. */
export const logElsewhere: OwnLog = () => 'true';

/** SQL that is true unless the log of this same database lacks one of the events of two lists, of positions and of ids. It is asked once for all of them. */
export const hasEach = (ownLog: OwnLog, positions: string, eventIds: string): string =>
  ownLog === logElsewhere
    ? 'true'
    : `(select not exists (
         select from unnest(${positions}, ${eventIds}) as given (position, event_id) where not ${ownLog('given.position', 'given.event_id')}))`;

/** The facts that are read are of the log of another server than the one that is written to: whoever follows the log begins again from the stored checkpoint. */
export class ForkedLog extends CommitsLost {
  override readonly name = 'ForkedLog';

  constructor(reader: string, position: bigint) {
    super(
      `${reader} was given a fact at ${position} that the log in its own database does not have: two servers take writes, or the event store is on another one`,
    );
  }
}
