import type { Migration } from '@pps/read-store';
import { forgottenSubjectsMigration } from './forgotten-subjects.migration';

export const vaultMigrations: readonly Migration[] = [forgottenSubjectsMigration];
