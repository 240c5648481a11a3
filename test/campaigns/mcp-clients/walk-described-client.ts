import { startNodeProgram } from '@pps/embedded';
import { join } from 'node:path';
import { runToEnd } from '../../sdk/package-folder';
import type { ClientWalk } from './client-walk';

/**
 * The official client of the newest revision, known by the address of its description (Client ID Metadata Document). Such an address is HTTPS, so a server has to be
 * trusted that is made for the walk; a process learns that only when it starts, and walks by itself.
 */
export const walkDescribedClient: ClientWalk = async ({ folder }) => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  runToEnd('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...names], folder);
  const [steps, troubles]: [string[], string[]] = [[], []];
  const child = startNodeProgram({
    entry: 'test/campaigns/mcp-clients/described-client.main',
    env: { ...process.env, NODE_EXTRA_CA_CERTS: cert, DESCRIPTION_KEY: key, DESCRIPTION_CERT: cert },
    stdout: (line) => void steps.push(line),
    stderr: (line) => void troubles.push(line),
  });
  const { code } = await child.ended;
  if (code !== 0) throw new Error(`the walk ended with ${code}: ${troubles.slice(-10).join('\n')}`);
  return steps;
};
