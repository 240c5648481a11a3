import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mapLimited, pause } from '@pps/concurrency';
import { newId } from '@pps/kernel';
import { caller, type Call } from '../test/setup/caller';
import { openTenants } from './open-tenants';
import { median, percentile } from './percentile';
import { serviceUnderLoad } from './service-under-load';
import { pinBody, type Tenant } from './tenant';

// How long a tenant's event takes from the answer of its creation to its endpoint, alone and while those of others hang, by turns in one run.

const others = Number(process.env['OTHERS'] ?? 64);
const rounds = Number(process.env['ROUNDS'] ?? 3);
const samples = Number(process.env['SAMPLES'] ?? 100);
const pinsOfEach = 3;
const sampleEveryMs = 200;
/** Until then the calls of the others are begun, which costs as much when they are answered. */
const samplesAtFirst = 25;

interface Subscribed extends Tenant {
  readonly webhookId: string;
}

export async function run(): Promise<void> {
  const endpoints = await startEndpoints();
  // Hardly anything is published meanwhile: only deliveries are compared.
  const service = await serviceUnderLoad({ PACING_GLOBAL: '1/1' });
  try {
    const call = caller(service.service.apiPort);
    const tenants = await openTenants(service.service.apiPort, others + 1);
    const subscribed = await mapLimited(4, tenants, (tenant) =>
      subscribe(call, tenant, tenant === tenants[0] ? endpoints.answering : endpoints.hanging),
    );
    const [honest, ...rest] = subscribed as [Subscribed, ...Subscribed[]];
    await measure(call, honest, endpoints);
    const [quiet, beginning, hanging]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      await mapLimited(4, rest, (tenant) => change(call, tenant, { is_enabled: false }));
      await until(() => endpoints.open() === 0);
      quiet.push(...(await measure(call, honest, endpoints)));
      await mapLimited(4, rest, (tenant) => createPins(call, tenant));
      await mapLimited(4, rest, (tenant) => change(call, tenant, { is_enabled: true }));
      await until(() => endpoints.open() > 0);
      const beside = await measure(call, honest, endpoints);
      beginning.push(...beside.slice(0, samplesAtFirst));
      hanging.push(...beside.slice(samplesAtFirst));
    }
    const figures = (times: number[]) => ({
      'p50 ms': Math.round(median(times)),
      'p99 ms': Math.round(percentile(times, 99)),
      'most ms': Math.round(Math.max(...times)),
    });
    console.table([
      { meanwhile: 'nothing else', ...figures(quiet) },
      { meanwhile: `${others} other tenants' events begin to be sent, all at once`, ...figures(beginning) },
      { meanwhile: `endpoints of ${others} other tenants hang, up to ${endpoints.most()} at once`, ...figures(hanging) },
    ]);
  } finally {
    await service.stop();
    endpoints.stop();
  }
}

async function subscribe(call: Call, tenant: Tenant, url: string): Promise<Subscribed> {
  const { status, body } = await call('POST', '/v1/webhooks', { url, events: ['pin.queued'] }, tenant.headers);
  if (status !== 201) throw new Error(`a webhook was answered ${status}`);
  return { ...tenant, webhookId: body.id as string };
}

async function change(call: Call, { webhookId, headers }: Subscribed, changes: object): Promise<void> {
  const { status } = await call('PATCH', `/v1/webhooks/${webhookId}`, changes, headers);
  if (status !== 200) throw new Error(`a change was answered ${status}`);
}

async function until(isSo: () => boolean): Promise<void> {
  const begun = performance.now();
  while (!isSo()) {
    if (performance.now() - begun > 60_000) throw new Error('the endpoints were not as expected within a minute');
    await pause(100);
  }
}

async function createPins(call: Call, tenant: Tenant): Promise<void> {
  const { status } = await call(
    'POST',
    '/v1/pins/batch',
    { pins: Array.from({ length: pinsOfEach }, () => pinBody(tenant)) },
    tenant.headers,
  );
  if (status !== 200) throw new Error(`a batch was answered ${status}`);
}

type Endpoints = Awaited<ReturnType<typeof startEndpoints>>;

async function measure(call: Call, tenant: Tenant, { arrival }: Endpoints): Promise<number[]> {
  const begun = performance.now();
  const taking = Array.from({ length: samples }, async (_, sample) => {
    await pause(begun + sample * sampleEveryMs - performance.now());
    const { status, body } = await call('POST', '/v1/pins', pinBody(tenant), tenant.headers);
    if (status !== 201) throw new Error(`a creation was answered ${status}`);
    const answeredAt = performance.now();
    return Math.max(0, (await arrival(body.id as string)) - answeredAt);
  });
  return Promise.all(taking);
}

/** Two endpoints on this machine: one answers at once and knows when each pin came, the other never answers. */
async function startEndpoints() {
  const arrived = new Map<string, number>();
  const awaited = new Map<string, (at: number) => void>();
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    if (request.url === '/hanging') {
      most = Math.max(most, ++open);
      response.once('close', () => open--);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const now = performance.now();
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { pin_id: string } };
      arrived.set(data.pin_id, now);
      awaited.get(data.pin_id)?.(now);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    answering: `${origin}/answering?${newId()}`,
    hanging: `${origin}/hanging`,
    /** How many calls hang now, and how many at most. */
    open: () => open,
    most: () => most,
    arrival: (pinId: string) =>
      new Promise<number>((resolve) => {
        const at = arrived.get(pinId);
        if (at === undefined) awaited.set(pinId, resolve);
        else resolve(at);
      }),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
