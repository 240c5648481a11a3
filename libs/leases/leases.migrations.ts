import { moveTables, type Migration } from '@pps/read-store';
import { exclusiveWriterMigration } from './exclusive-writer.migration';
import { leasesCommentsMigration } from './leases-comments.migration';
import { sharingMigration } from './sharing.migration';

export const leasesMigrations: readonly Migration[] = [
  moveTables('leases/001-own-schema', 'leases', [{ from: 'lease', to: 'lease' }]),
  exclusiveWriterMigration,
  sharingMigration,
  leasesCommentsMigration,
];
