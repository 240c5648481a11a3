import { assetStream } from '@pps/assets/events';
import { sandboxBoardsStream } from '@pps/connections/events';
import type { SealingOptions } from '@pps/event-store';
import { apiKeyStream, authorizationStream, deviceSignInStream } from '@pps/identity/events';
import { importStream } from '@pps/imports/events';
import { pinStream } from '@pps/pins/events';
import { proposalStream } from '@pps/proposals/events';
import { scheduleStream } from '@pps/schedules/events';
import { deliveryStream, outboxStream, webhookStream } from '@pps/webhooks/events';
import { projectStream } from '@pps/workspaces/events';

/** Every stream type that declares sealed fields; `scripts/events/sealed-fields.spec.ts` says which one is missing. */
export const sealedStreams: SealingOptions['streams'] = [
  apiKeyStream,
  assetStream,
  authorizationStream,
  deliveryStream,
  deviceSignInStream,
  importStream,
  outboxStream,
  pinStream,
  projectStream,
  proposalStream,
  sandboxBoardsStream,
  scheduleStream,
  webhookStream,
];
