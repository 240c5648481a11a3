import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Address } from './target-url';

/** The addresses of the names in a hosts file, by name in lower case; none when the file cannot be read. */
export async function readHostsFile(path = '/etc/hosts'): Promise<ReadonlyMap<string, readonly Address[]>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const hosts = new Map<string, Address[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family !== 4 && family !== 6) continue;
    for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), { address, family }]);
  }
  return hosts;
}
