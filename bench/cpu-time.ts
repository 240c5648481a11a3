import { readFileSync } from 'node:fs';
import { processTreeOf } from '../test/campaigns/installation/process-tree';
import { processesOf } from '../test/operations/standalone/processes-of';
import type { ServiceUnderLoad } from './service-under-load';

const ticksPerSecond = 100;

/** CPU milliseconds spent so far, by process: the service's hosts, their parts, and the load itself (Linux). */
export function cpuTime({ service, parts }: ServiceUnderLoad): Map<string, number> {
  const own = process.cpuUsage();
  const spent = new Map([['the load itself', (own.user + own.system) / 1000]]);
  const add = (name: string, pid: number) => void spent.set(name, (spent.get(name) ?? 0) + cpuOfProcess(pid));
  for (const { pid, command } of processesOf(service.dataDir)) {
    const host = /apps\/([a-z]+)\/main/.exec(command)?.[1];
    if (host) add(host, pid);
  }
  for (const [name, root] of Object.entries(parts)) for (const pid of processTreeOf(root)) add(name, pid);
  return spent;
}

/** CPU milliseconds of a process and of its children that have ended; 0 of one that is gone (Linux). */
export function cpuOfProcess(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return (ticks * 1000) / ticksPerSecond;
  } catch {
    return 0;
  }
}
