import { videoFile } from '@pps/assets/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { askUntilAnswered } from '../traffic/ask-until-answered';
import { lastUnits, type LastUnits } from './last-units';
import { auditQuota, type QuotaAudit } from './quota-audit';
import { disturb, planDisturbances } from './disturbances';
import { quotaOperations, type Operations } from './quota-operations';
import { seededRandom } from '@pps/kernel/testing';
import { startTwoApis, type TwoApis } from '../installation/start-two-apis';
import { openWorkspace, type Workspace } from '../traffic/workspace';

export interface QuotaOptions {
  readonly operations: number;
  readonly disturbances: number;
  /** At once, for the last 10 units. */
  readonly creations: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface QuotaReport {
  readonly last: LastUnits;
  readonly audit: QuotaAudit;
  readonly counts: Operations['counts'];
}

/** A small plan, and everything that becomes due does so soon. */
export const quotaSettings = { DEFAULT_PLAN: 'starter', QUOTA_SWEEP_AFTER: '2s', RECONCILE_AFTER: '300ms,700ms', PLATFORM_TIMEOUT: '2s' };
const parallel = 8;
const stuckMs = 120_000;

/** The last units of a month, then a customer's month while processes are killed and frozen: all sources must agree. */
export async function quotaCampaign(options: QuotaOptions): Promise<QuotaReport> {
  const service = await startTwoApis(quotaSettings);
  try {
    return await quotaOn(service, options);
  } finally {
    await service.stop();
  }
}

/** The same on APIs that run already, with the settings above. */
export async function quotaOn(service: TwoApis, options: QuotaOptions): Promise<QuotaReport> {
  const last = await lastUnits(await openWorkspace(service.apis, service.receiverUrl), options.creations);
  options.log(`last units: ${last.created} created, ${last.refused} refused`);
  const ways = await openWorkspace(service.apis, service.receiverUrl);
  const operations = await carriedOut(service, ways, options);
  return { last, audit: await auditQuota(ways, operations), counts: operations.counts };
}

async function carriedOut(service: TwoApis, ways: [Workspace, Workspace], options: QuotaOptions): Promise<Operations> {
  const random = seededRandom(options.seed);
  const [{ workspace_id: workspaceId }] = (await ways[0].call('GET', '/v1/platform/accounts')).body;
  const { platformUrl, apis } = service;
  const videoId = await uploadedVideo(service, ways[0]);
  const operations = quotaOperations({ ways, apis, workspaceId, platformUrl, videoId, random });
  let begun = 0;
  const customer = async () => {
    while (begun < options.operations) {
      begun += 1;
      await operations.next();
    }
  };
  const customers = Promise.all(Array.from({ length: parallel }, customer));
  // What fails is thrown by the wait for them, not while a disturbance is waited for.
  customers.catch(() => undefined);
  for (const disturbance of planDisturbances(random, options.disturbances, options.operations)) {
    await waitForCount(disturbance.after, () => begun);
    options.log(`${disturbance.kind} at operation ${begun}`);
    await disturb(service.dataDir, disturbance);
  }
  await customers;
  return operations;
}

async function uploadedVideo(service: TwoApis, { headers }: Workspace): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(videoFile())]), 'door.mp4');
  const answer = await askUntilAnswered('an upload', async () => {
    const sent = { method: 'POST', body: form, headers, signal: AbortSignal.timeout(60_000) };
    const response = await fetch(`${service.urls[0]}/v1/assets/videos`, sent);
    return { status: response.status, headers: response.headers, body: await response.json() };
  });
  return answer.body.id;
}

async function waitForCount(count: number, begun: () => number): Promise<void> {
  const deadline = performance.now() + stuckMs;
  while (begun() < count) {
    if (performance.now() > deadline) throw new Error(`only ${begun()} operations of ${count} have begun: the service answers nothing`);
    await delay(10);
  }
}
