import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHostLookup } from './look-up-host';
import { startNameServer } from './name-server.fixture';

describe('the look-up of hosts', () => {
  let names: Awaited<ReturnType<typeof startNameServer>>;
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
  const hostsFile = join(folder, 'hosts');
  beforeAll(async () => {
    writeFileSync(hostsFile, '# comment\n127.0.0.1 Only-Here other # here\n::1 only-here\nno.address nowhere\n\n10.1.2.3\tinner\n');
    names = await startNameServer({
      'honest.example': ['93.184.216.34', '2606:4700::1111'],
      'four.example': ['93.184.216.34'],
      'none.example': [],
    });
  });
  afterAll(async () => {
    await names.stop();
    rmSync(folder, { recursive: true });
  });
  // A name server that a busy machine lets wait has not failed.
  const lookup = (timeoutMs = 100_000) => createHostLookup({ servers: [names.server], hostsFile, timeoutMs });
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];

  it('finds nothing where no name server answers in time', async () => {
    await expect(lookup(300)('silent.example', 'a')).resolves.toEqual([]);
  });

  it('answers for others at once while twelve names of one project get no answer, and asks for four of those at a time', async () => {
    const lookUp = lookup();
    names.asked.length = 0;
    const silent = Array.from({ length: 12 }, (_, n) => lookUp(`silent${n}.example`, 'hostile'));
    const ended = Promise.allSettled(silent);
    let over = false;
    void ended.then(() => (over = true));
    await expect(lookUp('honest.example', 'honest')).resolves.toHaveLength(2);
    expect(over).toBe(false);
    expect(new Set(names.asked.filter((name) => name.startsWith('silent'))).size).toBeLessThanOrEqual(4);
    names.endSilence();
    const found = (await ended).flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    expect(found).toEqual([]);
    await expect(lookUp('honest.example', 'hostile')).resolves.toHaveLength(2);
  });

  it('gives the addresses of both families, and what there is when one has none', async () => {
    const lookUp = lookup();
    await expect(lookUp('HONEST.example', 'a')).resolves.toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    await expect(lookUp('four.example', 'a')).resolves.toEqual([{ address: '93.184.216.34', family: 4 }]);
    await expect(lookUp('none.example', 'a')).resolves.toEqual([]);
  });

  it('knows the names of the hosts file and this machine without asking a name server', async () => {
    const lookUp = lookup();
    names.asked.length = 0;
    await expect(lookUp('ONLY-here', 'a')).resolves.toEqual(both);
    await expect(lookUp('inner', 'a')).resolves.toEqual([{ address: '10.1.2.3', family: 4 }]);
    await expect(lookUp('localhost', 'a')).resolves.toEqual(both);
    await expect(lookUp('a.Localhost', 'a')).resolves.toEqual(both);
    expect(names.asked).toEqual([]);
  });

  it.each(['emoji😀half\ud83d', 'nul\0.example', 'a..b', '', `${'a'.repeat(64)}.example`])('finds nothing for %j', async (host) => {
    await expect(lookup(300)(host, 'a').catch(() => [])).resolves.toEqual([]);
  });
});
