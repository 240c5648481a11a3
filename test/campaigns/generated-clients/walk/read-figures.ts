import { newId } from '@pps/kernel';
import { send } from '../../../../apps/simulators/testing';
import type { PinPlace } from './publish-pins';
import type { Walker } from './walker';

/** Makes, changes and revokes a key. */
export async function makeKeys(walker: Walker, { account_id }: PinPlace): Promise<void> {
  const { id: key_id } = await walker.call('createApiKey', {
    body: { name: 'Publisher', scopes: ['read'], platform_account_ids: [account_id] },
  });
  await walker.call('updateApiKey', { path: { key_id }, body: { name: 'Publisher of doors' } });
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
  await walker.call('streamChanges', { query: { max_seconds: 0 } });
  await walker.call('listActivity', { query: { limit: 5, category: 'security' } });
  await walker.call('listActivity', { query: { limit: 200 } });
  const { items } = await walker.until('listRequests', { query: { limit: 2 } }, (page) => page.items.length > 0);
  await walker.call('getRequest', { path: { request_id: items[0].request_id } });
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
