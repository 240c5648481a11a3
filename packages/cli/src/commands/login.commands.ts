import { Command } from 'commander';
import { hostname } from 'node:os';
import { PinPublishing } from 'pin-publishing';
import { addConnectionFlags } from '../add-connection-flags';
import { CommandFailed } from '../command-failed';
import { timeoutOf } from '../connect-client';
import { keyStart, profileName, serviceUrl, type ConnectionFlags } from '../credentials/find-credential';
import { awaitDeviceKey, beginDeviceSignIn } from '../credentials/device-sign-in';
import { findOwnKey } from '../credentials/find-own-key';
import { environmentOf, profilesFile, withKey, writeProfile, type StoredKey } from '../credentials/profiles';
import { say } from '../output/say';
import { showValue } from '../output/show-value';

interface LoginFlags extends ConnectionFlags {
  readonly withKey?: boolean;
  readonly browser: boolean;
}

/** `pps login`. */
export const loginCommand = (): Command =>
  addConnectionFlags(
    new Command('login')
      .option('--with-key', 'reads an API key from standard input, instead of asking in a browser')
      .option('--no-browser', 'prints the address and opens nothing'),
  ).action(logIn);

async function logIn(flags: LoginFlags): Promise<void> {
  const url = serviceUrl(flags);
  const stored = flags.withKey === true ? { key: (await readInput()).trim() } : await askInBrowser(url, flags);
  const environment = environmentOf(stored.key);
  const client = new PinPublishing({ baseUrl: url, apiKey: stored.key, ...timeoutOf(flags) });
  const own = await findOwnKey(client, stored.key);
  const kept: StoredKey = { id: own?.id, expires_at: own?.expires_at ?? null, ...stored };
  const profile = profileName(flags);
  writeProfile(profile, (before) => withKey(before, environment, kept, url));
  say(`key ${keyStart(kept.key)} is kept in ${profilesFile()}, profile ${profile}, for ${environment}`, 'green');
  const shown = {
    profile,
    url,
    environment,
    project_id: own?.project_id ?? null,
    key_name: own?.name ?? null,
    expires_at: kept.expires_at ?? null,
  };
  showValue(shown, { json: flags.json === true });
}

async function askInBrowser(url: string, { browser }: LoginFlags): Promise<StoredKey> {
  const code = await beginDeviceSignIn(url, hostname());
  say(`Compare this code with the one in your browser: ${code.user_code}`);
  say(`${code.verification_uri_complete}  (${Math.round(code.expires_in / 60)} minutes)`);
  if (browser && process.stderr.isTTY) (await import('./open.commands')).openInBrowser(code.verification_uri_complete);
  const { access_token: key, key_id: id, expires_at } = await awaitDeviceKey(url, code);
  return { key, id, expires_at: expires_at ?? null };
}

const longestInput = 4_096;

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) throw new CommandFailed('the key comes from standard input: pps login --with-key < file', 'usage');
  let text = '';
  for await (const part of process.stdin) {
    text += String(part);
    if (text.length > longestInput) throw new CommandFailed('this is no key: it is too long', 'usage');
  }
  return text;
}
