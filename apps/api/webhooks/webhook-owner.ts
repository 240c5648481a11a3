import type { Principal } from '@pps/identity';
import type { Owner } from '@pps/webhooks/events';

/** Whose webhooks a request may see and change. */
export const webhookOwnerOf = ({ projectId, epoch, accountIds }: Principal): Owner => ({ projectId, epoch, accountIds });
