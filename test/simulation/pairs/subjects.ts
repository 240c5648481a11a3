import type { Subject } from './check-pair';
import { pinSubjects } from './pin-subjects';
import { scheduleSubjects } from './schedule-subjects';
import { webhookSubjects } from './webhook-subjects';

/** Everything of which two commands are run at once. */
export const subjects: readonly Subject[] = [...pinSubjects, ...scheduleSubjects, ...webhookSubjects];
