import { Command } from 'commander';
import { ApiError, PinPublishing } from 'pin-publishing';
import { addConnectionFlags } from '../add-connection-flags';
import { timeoutOf } from '../connect-client';
import { CommandFailed } from '../command-failed';
import { findCredential, keyStart, serviceUrl, type ConnectionFlags } from '../credentials/find-credential';
import { findOwnKey } from '../credentials/find-own-key';
import { readProfiles } from '../credentials/profiles';
import { showValue } from '../output/show-value';

interface Finding {
  readonly check: string;
  readonly is_fine: boolean;
  readonly found: string;
}

/** `pps doctor`. */
export const doctorCommand = (): Command => addConnectionFlags(new Command('doctor')).action(examine);

const worstClockMs = 60_000;

async function examine(flags: ConnectionFlags): Promise<void> {
  const findings = [
    await find('node', async () => `${process.version}, ${process.platform}`),
    await find('profiles', async () => `${Object.keys(readProfiles()).length} kept, for their owner alone`),
    await find('credential', async () => {
      const found = findCredential(flags);
      if (!found) throw new Error('none: pps login --with-key < file');
      return `${found.environment} key ${keyStart(found.key)} of ${found.source}`;
    }),
    await find('service', () => askService(flags)),
    await find('clock', () => compareClocks(flags)),
    await find('key', () => askWithKey(flags)),
  ];
  showValue(findings, { json: flags.json === true });
  if (findings.some((each) => !each.is_fine)) throw new CommandFailed('not everything is fine', 'wrong');
}

async function find(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, is_fine: true, found: await look() };
  } catch (error) {
    const code = error instanceof ApiError ? `${error.code}: ` : '';
    return { check, is_fine: false, found: `${code}${error instanceof Error ? error.message : 'failed'}` };
  }
}

const quick = { timeoutMs: 5_000, maxRetries: 0 };

async function askService(flags: ConnectionFlags): Promise<string> {
  const client = new PinPublishing({ baseUrl: serviceUrl(flags), ...quick, ...timeoutOf(flags) });
  const { version } = (await client.service.get()) as { readonly version?: unknown };
  await client.service.getReadyz();
  return `${serviceUrl(flags)}, interface ${String(version ?? 'unknown')}, ready`;
}

async function compareClocks(flags: ConnectionFlags): Promise<string> {
  const client = new PinPublishing({ baseUrl: serviceUrl(flags), ...quick, ...timeoutOf(flags) });
  const { headers } = await client.service.getHealthz().withResponse();
  const difference = Date.now() - Date.parse(headers.get('date') ?? '');
  if (!(Math.abs(difference) < worstClockMs))
    throw new Error(`this machine's differs by ${Math.round(difference / 1_000)} s: signatures of webhooks look too old`);
  return `differs by ${Math.round(Math.abs(difference) / 1_000)} s`;
}

async function askWithKey(flags: ConnectionFlags): Promise<string> {
  const found = findCredential(flags);
  if (!found) throw new Error('there is none');
  const client = new PinPublishing({ baseUrl: found.url, apiKey: found.key, ...quick, ...timeoutOf(flags) });
  const own = await findOwnKey(client, found.key);
  return own ? `"${own.name}" is taken for project ${own.project_id}` : 'is taken';
}
