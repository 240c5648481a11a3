import { startChild, waitUntil, type Child } from '@pps/embedded';
import { setTimeout as delay } from 'node:timers/promises';
import { openSites, portsOf, type SiteState } from './site-network';

/** One server in each of two sites and one outside; each tells of whom it hears, and tells the others of itself again and again. */
const program = `
const { connect, createServer } = require('node:net');
const [own, ...others] = process.argv.slice(1).map(Number);
createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (data) => console.log(data.toString().slice(0, 5)));
}).listen(own, '127.0.0.1');
for (const other of others) {
  const open = () => {
    const socket = connect(other, '127.0.0.1', () => setInterval(() => socket.write(String(own)), 20));
    socket.setNoDelay(true);
    socket.on('error', () => setTimeout(open, 50));
  };
  open();
}`;
const states: readonly SiteState[] = [
  'through',
  'silent',
  'through',
  'apart',
  'through',
  'mute',
  'through',
  'deaf',
  'through',
  'lossy',
  'through',
];

/** Prints for each state of site 1 who hears whom then, as JSON; to be run in a private network. */
async function main(): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  const network = await openSites(2, (stop) => stops.push(stop));
  const [one, two, outside] = [portsOf(1).api, portsOf(2).api, 25_000];
  const names = new Map([
    [one, 'site 1'],
    [two, 'site 2'],
    [outside, 'outside'],
  ]);
  let heard = new Set<string>();
  const programs: Child[] = [];
  for (const [port, networkNamespace] of [[one, network.namespaceOf(1)], [two, network.namespaceOf(2)], [outside]] as const) {
    const others = [...names.keys()].filter((other) => other !== port);
    const hear = (line: string) => void heard.add(`${names.get(port)} hears ${names.get(Number(line))}`);
    const args = ['-e', program, ...[port, ...others].map(String)];
    const env = { PATH: process.env.PATH };
    programs.push(
      startChild({ command: process.execPath, args, env, stopSignal: 'SIGKILL', stdout: hear, stderr: hear, networkNamespace }),
    );
  }
  const everything = async () => waitUntil('all connections', 20_000, programs[0] as Child, () => heard.size === 6);
  await everything();
  const seen: (readonly [SiteState, readonly string[]])[] = [];
  for (const state of states) {
    network.become(1, state);
    // What was on its way arrives first.
    await delay(100);
    heard = new Set();
    await (state === 'through' || state === 'lossy' ? everything() : delay(400));
    seen.push([state, [...heard].sort()]);
  }
  console.log(JSON.stringify(seen));
  await Promise.all([...programs.map((each) => each.stop()), ...stops.map((stop) => stop())]);
}

void main();
