import { readdirSync, readFileSync } from 'node:fs';

/** The process and all that descend from it, by the parents in /proc (Linux); the root first. */
export function processTreeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of livePids()) {
    const parent = parentIn(pid);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree: number[] = [];
  for (let wave = [root]; wave.length > 0; wave = wave.flatMap((pid) => children.get(pid) ?? [])) tree.push(...wave);
  return tree;
}

/** Stops the whole tree with all that it starts meanwhile; gives their pids. */
export function freezeProcessTree(root: number): number[] {
  const frozen = new Set<number>();
  for (;;) {
    const fresh = processTreeOf(root).filter((pid) => !frozen.has(pid));
    if (fresh.length === 0) break;
    for (const pid of fresh) {
      send(pid, 'SIGSTOP');
      frozen.add(pid);
    }
  }
  return [...frozen];
}

/** `kill -9` of the whole tree as one moment: all are frozen first, so that none sees another die or starts a new one. Gives their pids. */
export function killProcessTree(root: number): number[] {
  const frozen = freezeProcessTree(root);
  for (const pid of frozen) send(pid, 'SIGKILL');
  return frozen;
}

const livePids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

// The parent is the second field after the command, which stands in parentheses and may hold spaces.
function parentIn(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** A process that is gone gets no signal. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
