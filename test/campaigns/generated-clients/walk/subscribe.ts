import type { WalkedService, Walker } from './walker';

/** Subscribes to events, changes what is asked for, and sends deliveries again. */
export async function subscribe(walker: Walker, { receiverUrl }: WalkedService): Promise<void> {
  await walker.call('listWebhookEvents');
  const body = { url: receiverUrl, events: ['pin.published', 'import.*'], has_key_pair: true };
  const { id: webhook_id } = await walker.call('createWebhook', { body });
  const path = { webhook_id };
  await walker.call('updateWebhook', { path, body: { is_enabled: false } });
  const changed = await walker.call('updateWebhook', { path, body: { url: `${receiverUrl}&again=true` } });
  walker.require('a change of the URL turned the webhook on or dropped its keys', !changed.is_enabled && changed.public_key !== null);
  await walker.call('updateWebhook', { path, body: { is_enabled: true, platform_account_ids: null } });
  await walker.call('getWebhook', { path });
  await walker.call('listWebhooks');
  const { delivery_id } = await walker.call('testWebhook', { path });
  await walker.until('getDelivery', { path: { webhook_id, delivery_id } }, ({ status }) => status === 'delivered');
  await walker.call('listDeliveries', { path, query: { limit: 5 } });
  await walker.call('redeliver', { path: { webhook_id, delivery_id } });
  const { replay_id } = await walker.call('replayWebhook', { path, body: { since: '2026-11-01T00:00:00Z' } });
  await walker.call('getReplay', { path: { webhook_id, replay_id } });
  await walker.call('cancelReplay', { path: { webhook_id, replay_id } });
  await walker.call('deleteWebhook', { path });
}
