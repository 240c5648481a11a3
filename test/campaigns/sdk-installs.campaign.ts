import type { Command } from 'commander';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newQuotaWorkspace } from '../billing/quota-workspace';
import { startLiveService } from '../python-sdk/live-service';
import { buildPackage, installPackage } from '../sdk/package-folder';
import { caller } from '../setup/caller';
import { callsInBrowser } from './sdk-installs/calls-in-browser';
import { calledWell, callInNode } from './sdk-installs/calls-in-node';
import { installNode } from './sdk-installs/install-node';

/** The oldest that the package allows, and the newest with long-term support. */
const versions = ['20.19.0', '24.22.3'];

interface Options {
  readonly node: readonly string[];
}

export const options = (command: Command): Command => command.option('--node <versions...>', 'exact versions of Node', versions);

/** Installs the packed SDK in an empty folder, and calls a service from it: by each Node, imported and required, and in a browser's page and worker. */
export async function run({ node: wanted }: Options): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-installs-'));
  buildPackage();
  const installed = installPackage();
  const browser = await callsInBrowser(join(installed.folder, 'node_modules/pin-publishing'));
  const rows: Record<string, string> = {};
  try {
    const live = await startLiveService({ CORS_ORIGINS: browser.origin });
    try {
      const owner = await newQuotaWorkspace(caller(live.running.apiPort));
      const service = { baseUrl: live.baseUrl, apiKey: owner.headers['x-api-key'] ?? '', draft: owner.draft() };
      for (const version of wanted) {
        const said = callInNode(installed, installNode(folder, version), service);
        for (const [way, text] of Object.entries(said)) rows[`Node ${version}, ${way}`] = text;
      }
      for (const [way, text] of Object.entries(await browser.call(service))) rows[`Chromium, ${way}`] = text;
    } finally {
      await live.stop();
    }
  } finally {
    browser.stop();
    installed.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  console.table(rows);
  return Object.values(rows).every((text) => text === calledWell);
}
