import { newId } from '@pps/kernel';
import { videoFile } from '@pps/assets/testing';
import { send } from '../../../../apps/simulators/testing';
import { png } from '../../../assets/uploader';
import type { PinPlace } from './publish-pins';
import type { WalkedService, Walker } from './walker';

const fileOf = (bytes: Buffer, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type });

/** Uploads an image and a video, and reads and deletes them. */
export async function uploadAssets(walker: Walker): Promise<void> {
  const image = await walker.call('uploadImage', { body: { file: fileOf(await png(), 'door.png', 'image/png') } });
  const video = await walker.call('uploadVideo', { body: { file: fileOf(videoFile(), 'door.mp4', 'video/mp4') } });
  const path = { id: image.id };
  await walker.call('getAsset', { path: { id: video.id } });
  await walker.call('listAssets', { query: { in_use: false, asset_type: 'image', limit: 1 } });
  await walker.call('getAssetContent', { path });
  const link = new URL(image.public_url).searchParams;
  await walker.call('getPublicAsset', {
    path,
    query: { expires: Number(link.get('expires')), signature: link.get('signature') ?? '' },
  });
  await walker.call('deleteAsset', { path, query: { confirm: true } });
}

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

/** Makes, changes and revokes a key. */
export async function makeKeys(walker: Walker, { account_id }: PinPlace): Promise<void> {
  const { id: key_id } = await walker.call('createApiKey', {
    body: { name: 'walk', scopes: ['read'], platform_account_ids: [account_id] },
  });
  await walker.call('updateApiKey', { path: { key_id }, body: { name: 'walked' } });
  await walker.call('listApiKeys');
  await walker.call('revokeApiKey', { path: { key_id } });
}

/** Buys a plan, and reads the figures. */
export async function readFigures(walker: Walker, { account_id }: PinPlace): Promise<void> {
  const { url } = await walker.call('startCheckout', { body: { plan: 'growth', billing_cycle: 'annual' } });
  await send('POST', url, new URLSearchParams({ decision: 'pay' }));
  await walker.until('getBillingStatus', {}, ({ plan, current_period_end }) => plan === 'growth' && current_period_end !== null);
  await walker.call('openBillingPortal');
  await walker.call('listQuotaLedger', { query: { limit: 2 } });
  await walker.call('getDashboardSummary', { query: { tz: 'Europe/Vienna' } });
  await walker.call('getDashboardSummary', { query: { account_id } });
  await walker.call('listActivity', { query: { limit: 5, category: 'security' } });
  await walker.call('listActivity', { query: { limit: 200 } });
}

/** Reads and proves the history. */
export async function proveHistory(walker: Walker): Promise<void> {
  const { items } = await walker.call('listAuditEvents', { query: { limit: 3 } });
  await walker.call('exportAuditEvents', { query: { scope: 'organization' } });
  await walker.call('listAuditKeys');
  const checkpoints = await walker.until('listAuditCheckpoints', { query: { limit: 1 } }, (page) => page.items.length > 0);
  const { size } = checkpoints.items[0];
  await walker.call('proveAuditEvent', { query: { event_id: items[0].event_id, size } });
  await walker.call('proveAuditConsistency', { query: { first: 1, second: size } });
}

/** Makes a sandbox, goes there, and empties it. */
export async function useSandbox(walker: Walker): Promise<void> {
  await walker.call('createSandbox', { body: { name: `Sandbox ${newId()}` } });
  await walker.call('resetSandbox');
  const projects = await walker.call('listProjects');
  const sandbox = projects.projects.find(({ environment }: { environment: string }) => environment === 'sandbox');
  await walker.call('switchProject', { body: { project_id: sandbox.id } });
}
