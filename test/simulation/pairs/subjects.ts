import type { Subject } from './check-pair';
import { accountSubjects } from './account-subjects';
import { deliverySubjects } from './delivery-subjects';
import { importSubjects } from './import-subjects';
import { keySubjects } from './key-subjects';
import { pinSubjects } from './pin-subjects';
import { removalSubjects } from './removal-subjects';
import { sandboxSubjects } from './sandbox-subjects';
import { scheduleSubjects } from './schedule-subjects';
import { subscriptionSubjects } from './subscription-subjects';
import { webhookSubjects } from './webhook-subjects';

const moreSubjects = [
  ...keySubjects,
  ...removalSubjects,
  ...subscriptionSubjects,
  ...importSubjects,
  ...accountSubjects,
  ...sandboxSubjects,
  ...deliverySubjects,
];

/** Everything of which two commands are run at once. */
export const subjects: readonly Subject[] = [...pinSubjects, ...scheduleSubjects, ...webhookSubjects, ...moreSubjects];
