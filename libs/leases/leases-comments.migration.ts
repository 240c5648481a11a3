import { describeTables } from '@pps/read-store';

export const leasesCommentsMigration = describeTables('leases', 'Who leads which duty.', {
  lease: {
    meaning: 'One row for each duty that one process at a time leads.',
    columns: {
      duty: 'Name of the duty.',
      holder: 'The process that leads; a new id at each start.',
      epoch: 'Fencing token: one more with each new holder. Statements that depend on the lease compare it.',
      expires_at: 'The holder renews it before; afterwards a standby takes over.',
    },
  },
});
