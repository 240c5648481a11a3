import { findDueMails, takeDueMail } from '@pps/mail';
import { findDuePublishing, publishQueueQueries } from '@pps/pins';
import { findDueBatches } from '@pps/webhooks';
import type { TakeOptions, WorkKind } from '@pps/work-queue';
import type { Parts } from '../foundation/open-parts';

type Search = Pick<TakeOptions, 'due' | 'takeDue'>;

/** For each kind of work, what the database says is due: for when NATS brings nothing. */
export function findDueItems({ db }: Pick<Parts, 'db'>): Readonly<Record<WorkKind, Search>> {
  const { publish, video, reconcile } = findDuePublishing(db, publishQueueQueries(db));
  return {
    publish: { due: publish },
    video: { due: video },
    reconcile: { due: reconcile },
    deliver: { due: findDueBatches(db) },
    mail: { due: (limit, lostAfterMs) => findDueMails(db, limit, lostAfterMs), takeDue: (mail) => takeDueMail(db, mail) },
  };
}
