import { describeTables } from '@pps/read-store';

export const leasesCommentsMigration = describeTables('leases', 'Who leads which duty, and who answers writes alone.', {
  lease: {
    meaning: 'One row for each duty that one process at a time leads.',
    columns: {
      duty: 'Name of the duty.',
      holder: 'The process that leads; a new id at each start.',
      epoch: 'Fencing token: one more with each new holder. Statements that depend on the lease compare it.',
      expires_at: 'The holder renews it before; afterwards a standby takes over.',
    },
  },
  exclusive_writer: {
    meaning: 'The process that answers writes alone; one that is still here while nobody holds its lock has ended without saying so.',
    columns: {
      holder: 'The process; a new id at each start.',
      since: 'When it began to.',
    },
  },
});
