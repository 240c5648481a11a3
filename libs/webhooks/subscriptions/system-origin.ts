import type { Origin } from '@pps/event-store';
import type { ActiveWebhook } from './webhook.stream';

/** The origin of what the service itself does about a webhook. */
export const systemOriginOf = ({ organizationId, projectId, epoch }: ActiveWebhook, at: Date): Origin => ({
  organizationId,
  projectId,
  epoch,
  actor: { type: 'system' },
  occurredAt: at.toISOString(),
});
