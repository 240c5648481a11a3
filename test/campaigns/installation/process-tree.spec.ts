import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processIdentityOf } from '@pps/embedded';
import { killProcessTree, processTreeOf } from './process-tree';

const shell = (script: string) => spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });

test('a tree is the process with its children in sessions of their own, and dies at once; others live on', async () => {
  const stranger = shell('echo up; sleep 600');
  const root = shell('setsid sleep 600 & sleep 600 & echo up; wait');
  await Promise.all([stranger, root].map(({ stdout }) => once(stdout, 'data')));
  const tree = processTreeOf(root.pid ?? 0);
  expect(tree).toHaveLength(3);
  const ended = once(root, 'exit');
  expect(killProcessTree(root.pid ?? 0).sort()).toEqual([...tree].sort());
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(processIdentityOf(stranger.pid ?? 0)).toBeDefined();
  const gone = once(stranger, 'exit');
  killProcessTree(stranger.pid ?? 0);
  await gone;
});
