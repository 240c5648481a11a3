import { readFileSync } from 'node:fs';
import { processTreeOf } from '../test/campaigns/installation/process-tree';
import { processesOf } from '../test/operations/standalone/processes-of';
import type { ServiceUnderLoad } from './service-under-load';

/** MiB by program and of all together: shared pages count in parts (`Pss`), so that what many processes of PostgreSQL share counts once (Linux). */
export function memoryByProcess({ service, parts }: ServiceUnderLoad): Map<string, number> {
  const byName = new Map<string, number>([['all', 0]]);
  const add = (name: string, pid: number) => {
    const mib = proportionalMib(pid);
    for (const each of [name, 'all']) byName.set(each, (byName.get(each) ?? 0) + mib);
  };
  for (const { pid, command } of processesOf(service.dataDir))
    add(/apps\/([a-z]+)\//.exec(command)?.[1] ?? command.split(' ')[0] ?? '?', pid);
  for (const [name, root] of Object.entries(parts)) for (const pid of processTreeOf(root)) add(name, pid);
  return new Map([...byName].map(([name, mib]) => [name, Math.round(mib)]));
}

/** 0 of a process that is gone. */
function proportionalMib(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
