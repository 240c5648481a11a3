import { attemptDelivery } from '../deliveries/attempt-delivery';
import { createHostLookup } from './look-up-host';
import { startNameServer } from './name-server.fixture';
import { refusedTargets } from './refused-targets.fixture';
import type { Resolve } from './target-url';

/** Counts the connections that a delivery opens: permission is asked for on each. */
function counted(url: string, resolve: Resolve) {
  const opened = { count: 0 };
  const isPermitted = async () => (opened.count++, false);
  const attempt = {
    url,
    policy: 'public' as const,
    projectId: 'project',
    headers: {},
    body: '{}',
    isPermitted,
    resolve,
    timeoutMs: 20_000,
  };
  return attemptDelivery(attempt).then((result) => ({ result, opened: opened.count }));
}

test('there are at least 200 of them, each once', () => {
  expect(refusedTargets.length).toBeGreaterThanOrEqual(200);
  expect(new Set(refusedTargets).size).toBe(refusedTargets.length);
});

test('none of them is connected to, and all failures read the same', async () => {
  const lookUp = createHostLookup({ servers: ['127.0.0.1:9'], timeoutMs: 100 });
  const refused = { result: { kind: 'failed', error: 'The URL cannot be reached' }, opened: 0 };
  for (const url of refusedTargets) expect({ url, ...(await counted(url, lookUp)) }).toEqual({ url, ...refused });
});

test('a name that leads elsewhere after it was checked is looked up again and not connected to', async () => {
  const names: Record<string, string[]> = { 'rebinding.test': ['93.184.216.34'] };
  const nameServer = await startNameServer(names);
  try {
    const lookUp = createHostLookup({ servers: [nameServer.server] });
    expect(await lookUp('rebinding.test', 'project')).toEqual([{ address: '93.184.216.34', family: 4 }]);
    for (const private_ of [
      ['127.0.0.1'],
      ['93.184.216.34', '10.0.0.1'],
      ['::1'],
      ['::ffff:169.254.169.254'],
      ['2606:4700::1111', 'fe80::1'],
    ]) {
      names['rebinding.test'] = private_;
      const before = nameServer.asked.length;
      expect((await counted('https://rebinding.test/hook', lookUp)).opened).toBe(0);
      expect(nameServer.asked.length).toBeGreaterThan(before);
    }
  } finally {
    await nameServer.stop();
  }
});
