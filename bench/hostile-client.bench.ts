import { randomUUID } from 'node:crypto';
import { pause } from '@pps/concurrency';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { processesOf } from '../test/operations/standalone/processes-of';
import { caller, type Call } from '../test/setup/caller';
import type { Flood } from './flood.main';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';
import { startFlood } from './start-flood';
import { median, percentile } from './open-load';

// What one client's flood does to somebody else, quiet and under it by turns in one run. SETTINGS='{"LOGINS_AT_ONCE":"4"}' adds settings. ONLY= one of
// login, read, half (memory beside bodies whose end does not come), new (each request of the honest client on a connection of its own),
// connections (of these the reads in flight).

const rounds = Number(process.env['ROUNDS'] ?? 5);
const samples = Number(process.env['SAMPLES'] ?? 60);
const only = process.env['ONLY'];
const halfBodyConnections = 80;
const announcedBytes = 5_242_001;
const watchedMs = 8_000;

export async function run(): Promise<void> {
  const service = await serviceUnderLoad(JSON.parse(process.env['SETTINGS'] ?? '{}') as Record<string, string>);
  try {
    const origin = `http://127.0.0.1:${service.service.apiPort}`;
    const call = caller(service.service.apiPort);
    const password = randomUUID();
    const honest = await register(call, password);
    if (only === undefined || only === 'half') {
      console.log('80 connections send half a body without a credential', await halfBodies(service, {}));
      console.log('80 connections of another organization do', await halfBodies(service, service.headers));
    }
    const login = () => call('POST', '/v1/auth/login', { email: honest.email, password });
    const registrations = { origin, inFlight: 60, method: 'POST', path: '/v1/auth/register', sends: 'registration' } as const;
    if (only === undefined || only === 'login') await compare('login, while 60 connections register', login, registrations);
    const read = () => call('GET', '/v1/pins?limit=20', undefined, honest.headers);
    const flood = { origin, inFlight: 500, method: 'GET', path: '/v1/pins?limit=20' } as const;
    const reads = { ...flood, headers: service.headers };
    if (only === undefined || only === 'read') await compare('read, while another organization has 500 reads in flight', read, reads);
    if (only !== undefined && only !== 'new' && only !== 'connections') return;
    const readAnew = () => askAnew(`${origin}/v1/pins?limit=20`, honest.headers);
    const live = () => askAnew(`${origin}/health/live`, {});
    await compare('read on a new connection, while another organization has 500 reads in flight', readAnew, reads);
    await compare('/health/live on a new connection, while another organization has 500 reads in flight', live, reads);
    if (only === 'connections') return;
    const nested = { origin, inFlight: 4, method: 'POST', path: '/v1/pins/imports/json', sends: 'nested' } as const;
    await compare('read on a new connection, while 4 connections send 5 MB of nested JSON without a credential', readAnew, nested);
    const known = { ...nested, headers: service.headers };
    await compare('read on a new connection, while 4 connections of another organization send it', readAnew, known);
    const keys = { origin, inFlight: 1, method: 'POST', path: '/v1/api-keys', sends: 'key', headers: service.headers } as const;
    await compare('read on a new connection, while another organization asks for keys of 1,000 unknown accounts', readAnew, keys);
  } finally {
    await service.stop();
  }
}

/** One call on a connection of its own. */
function askAnew(url: string, headers: Readonly<Record<string, string>>): Promise<{ readonly status: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, headers: { ...headers } }, (answer) => {
      answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0 }));
    });
    asked.once('error', reject).setTimeout(120_000, () => asked.destroy(new Error('no answer within two minutes')));
    asked.end();
  });
}

async function register(call: Call, password: string) {
  const email = `honest.${randomUUID()}@example.test`;
  const { body } = await call('POST', '/v1/auth/register', { full_name: 'Honest', email, password });
  return { email, headers: { authorization: `Bearer ${body.access_token}` } };
}

async function compare(what: string, ask: () => Promise<{ readonly status: number }>, flood: Flood): Promise<void> {
  const quiet: number[][] = [];
  const flooded: number[][] = [];
  const statuses: Record<string, number> = {};
  await timesOf(ask);
  for (let round = 0; round < rounds; round++) {
    quiet.push(await timesOf(ask));
    const stopFlood = startFlood(flood);
    flooded.push(
      await pause(2_000)
        .then(() => timesOf(ask))
        .finally(stopFlood),
    );
    for (const [status, count] of Object.entries(await stopFlood())) statuses[status] = (statuses[status] ?? 0) + count;
    await pause(2_000);
  }
  const of = (times: number[][], share: number) => median(times.map((each) => percentile(each, share)));
  console.log(what, JSON.stringify({ 'answers to the flood': statuses }));
  console.table(
    [50, 99].map((share) => ({
      percentile: share,
      'quiet ms': of(quiet, share).toFixed(1),
      'flooded ms': of(flooded, share).toFixed(1),
      ratio: (of(flooded, share) / of(quiet, share)).toFixed(2),
    })),
  );
}

async function timesOf(ask: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const from = performance.now();
    const { status } = await ask();
    if (status !== 200) throw new Error(`the honest client was answered ${status}`);
    times.push(performance.now() - from);
  }
  return times;
}

/** What 80 connections that send all but the last byte of 5 MB do to the memory of the API: MiB before, and the most while they last. */
async function halfBodies({ service }: ServiceUnderLoad, headers: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const pid = processesOf(service.dataDir).find(({ command }) => /apps\/(api|service)\//.test(command))?.pid ?? 0;
  const before = residentMib(pid);
  const sockets = Array.from({ length: halfBodyConnections }, () => sendHalf(service.apiPort, headers));
  let most = before;
  for (const until = performance.now() + watchedMs; performance.now() < until; await pause(100)) most = Math.max(most, residentMib(pid));
  const open = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return { 'MiB before': before, 'most MiB': most, 'still open after 8 s': open };
}

function sendHalf(port: number, headers: Readonly<Record<string, string>>): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  const lines = Object.entries({ host: 'bench', 'content-type': 'application/json', 'content-length': announcedBytes, ...headers });
  socket.write(`POST /v1/pins/imports/json HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  socket.write(Buffer.alloc(announcedBytes - 1, '"'));
  return socket;
}

/** Resident memory of a process in MiB, read from /proc (Linux). */
const residentMib = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
