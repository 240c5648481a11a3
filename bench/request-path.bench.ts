import { findFreePort } from '@pps/embedded';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool, WebSocket } from 'undici';
import { createPin } from './tenant';
import { serviceUnderLoad } from './service-under-load';

// Through how many of our files one creation of a pin passes in the API process, from the socket to the answer: precise coverage of V8, asked
// through the inspector, of one request that is the third of its kind. Files that ran while nothing was asked are not counted.

const warmUpRequests = 3;
const idleMs = 300;
const quietAfterMs = 3_000;

export async function run(): Promise<void> {
  const inspectorPort = await findFreePort();
  const under = await serviceUnderLoad({ NODE_OPTIONS: `--inspect-port=${inspectorPort}` });
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: 1, pipelining: 1 });
  try {
    for (let request = 0; request < warmUpRequests; request++) await createPin(http, under);
    await delay(quietAfterMs);
    process.kill(apiProcess(under.service.apiPort), 'SIGUSR1');
    const coverage = await openCoverage(inspectorPort);
    await coverage.take();
    await delay(idleMs);
    const idle = await coverage.take();
    if ((await createPin(http, under)) === null) throw new Error('the pin was not created');
    const ran = [...(await coverage.take())].filter(([file]) => !idle.has(file));
    coverage.close();
    report(new Map(ran));
  } finally {
    await http.close();
    await under.stop();
  }
}

function report(ran: ReadonlyMap<string, readonly string[]>): void {
  const part = (file: string) => file.split('/').slice(0, 2).join('/');
  const parts = [...new Set([...ran.keys()].map(part))].sort();
  const rows = parts.map((name) => {
    const files = [...ran].filter(([file]) => part(file) === name);
    return { part: name, files: files.length, functions: files.reduce((sum, [, functions]) => sum + functions.length, 0) };
  });
  for (const [file, functions] of [...ran].sort()) console.log(`${file}: ${functions.join(', ')}`);
  console.table([...rows, { part: 'all', files: ran.size, functions: rows.reduce((sum, { functions }) => sum + functions, 0) }]);
}

/** The process that serves the port, by what the kernel says of every process (Linux). Throws when there is none. */
function apiProcess(port: number): number {
  const isApi = (pid: string) => {
    try {
      const [command, environment] = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0'));
      return command?.some((word) => word.includes('apps/api/main')) === true && environment?.includes(`PORT=${port}`) === true;
    } catch {
      return false;
    }
  };
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isApi(name));
  if (pid === undefined) throw new Error(`no API process serves port ${port}`);
  return Number(pid);
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly { readonly count: number }[] }[];
}

/** Speaks the Chrome DevTools protocol to an inspector that a signal has just opened. */
async function openCoverage(port: number) {
  const socket = await connect(port);
  let calls = 0;
  const pending = new Map<number, (result: { readonly result?: readonly ScriptCoverage[] }) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: { result?: readonly ScriptCoverage[] } };
    pending.get(id)?.(result);
    pending.delete(id);
  };
  const call = (method: string, params: object = {}) =>
    new Promise<{ readonly result?: readonly ScriptCoverage[] }>((resolve) => {
      pending.set(++calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  await call('Profiler.enable');
  await call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    /** Our files that ran since the last call, with the functions that did; accessors of re-exported names are none. */
    async take(): Promise<Map<string, string[]>> {
      const { result = [] } = await call('Profiler.takePreciseCoverage');
      const ours = result.filter(({ url }) => url.includes('/dist/') && !url.includes('/node_modules/'));
      const ran = ours.map(({ url, functions }) => {
        const names = functions
          .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
          .map(({ functionName }) => functionName)
          .filter((name) => name !== '' && name !== 'get' && !name.startsWith('get '));
        return [url.replace(/.*\/dist\//, '').replace(/\.js$/, '.ts'), names] as const;
      });
      return new Map(ran.filter(([, names]) => names.length > 0).map(([file, names]) => [file, [...names]]));
    },
    close: () => socket.close(),
  };
}

async function connect(port: number): Promise<WebSocket> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
      if (!target) throw new Error('the inspector offers nothing');
      const socket = new WebSocket(target.webSocketDebuggerUrl);
      await new Promise((resolve, reject) => ((socket.onopen = resolve), (socket.onerror = reject)));
      return socket;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}
