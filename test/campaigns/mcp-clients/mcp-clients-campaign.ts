import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGrantService } from '../../grants/grant-service';
import { runToEnd } from '../../sdk/package-folder';
import { register } from '../../setup/account';
import { walkDescribedClient } from './walk-described-client';
import { walkMcpRemote } from './walk-mcp-remote';
import { walkOauth4webapi } from './walk-oauth4webapi';
import { walkOpenidClient } from './walk-openid-client';
import type { ClientWalk } from './client-walk';

const packages = { 'mcp-remote': '0.15.1', 'openid-client': '6.9.0', oauth4webapi: '3.8.8' };

const walks: Readonly<Record<string, ClientWalk>> = {
  'mcp-remote 0.15.1': walkMcpRemote,
  'openid-client 6.9.0': walkOpenidClient,
  'oauth4webapi 3.8.8': walkOauth4webapi,
  '@modelcontextprotocol/client 2.4.0, known by its address': walkDescribedClient,
};

export type WalkedClients = Readonly<Record<string, { readonly isDone: boolean; readonly said: string }>>;

/** Clients that others have written sign a person in on our page, call a tool and refresh. */
export async function mcpClientsCampaign(): Promise<WalkedClients> {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-clients-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
    runToEnd('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'], folder);
    return Object.fromEntries(await walkEach(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walkEach(folder: string) {
  const walked: (readonly [string, { readonly isDone: boolean; readonly said: string }])[] = [];
  for (const [name, walk] of Object.entries(walks)) {
    const service = await startGrantService();
    try {
      const steps = await walk({ service, person: await register(service.call), folder });
      walked.push([name, { isDone: true, said: steps.join(', ') }]);
    } catch (error) {
      walked.push([
        name,
        { isDone: false, said: error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error) },
      ]);
    } finally {
      await service.stop();
    }
  }
  return walked;
}
