import { CommandFailed } from '../command-failed';
import { say } from '../output/say';
import { warnOfKeyEnd } from './warn-of-key-end';
import { environmentOf, readProfiles, type Environment, type Profile, type StoredKey } from './profiles';

/** What every command takes. */
export interface ConnectionFlags {
  readonly profile?: string | undefined;
  readonly production?: boolean | undefined;
  readonly service?: string | undefined;
  /** Seconds for each try. */
  readonly timeout?: number | undefined;
  readonly json?: boolean | undefined;
}

export interface FoundCredential {
  readonly key: string;
  readonly url: string;
  readonly environment: Environment;
  /** Where it comes from, in words. */
  readonly source: string;
}

export const usualUrl = 'http://127.0.0.1:3000';

interface AskedUrl {
  readonly url: string;
  /** Who asks. */
  readonly by: string;
}

/** The address that is asked for: by the flag, else by the environment, as the SDKs read it: an empty one says nothing. */
function askedUrl({ service }: ConnectionFlags): AskedUrl | undefined {
  if (service !== undefined) return { url: service, by: '--service' };
  const by = ['PPS_BASE_URL', 'PPS_URL'].find((name) => process.env[name]);
  return by === undefined ? undefined : { url: process.env[by] ?? '', by };
}

/** The name of the profile that counts. */
export const profileName = ({ profile }: ConnectionFlags): string => profile ?? process.env['PPS_PROFILE'] ?? 'default';

/** The address of the service that counts. */
export function serviceUrl(flags: ConnectionFlags): string {
  const asked = askedUrl(flags);
  if (asked) return asked.url;
  const profile = profileOf(flags);
  return profile?.[wantedEnvironment(flags)]?.url ?? profile?.url ?? usualUrl;
}

/** The profile that counts, where there is one. */
export function profileOf(flags: ConnectionFlags): Profile | undefined {
  const [profiles, name] = [readProfiles(), profileName(flags)];
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** The kind of project that is meant. */
export const wantedEnvironment = ({ production }: ConnectionFlags): Environment => (production === true ? 'production' : 'sandbox');

/** The service that a stored key is of. Throws where another one is asked for: a key is shown to its own service alone. */
export function urlOfKey(profile: Profile, stored: StoredKey, flags: ConnectionFlags): string {
  const own = stored.url ?? profile.url;
  const asked = askedUrl(flags);
  if (own === undefined) return asked?.url ?? usualUrl;
  if (!asked || addressOf(asked.url) === addressOf(own)) return own;
  const name = profileName(flags);
  throw new CommandFailed(
    `the key of profile ${name} is one of ${own}, and ${asked.by} asks for ${asked.url}: log in there with a profile of its own (--profile), or leave ${asked.by} out`,
    'usage',
  );
}

const addressOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url).replace(/\/+$/, '');

/** The credential that counts: PPS_API_KEY, else the sandbox's key of the profile, or with --production the other one. Null where there is none. */
export function findCredential(flags: ConnectionFlags): FoundCredential | null {
  const given = process.env['PPS_API_KEY'];
  if (given) {
    const environment = environmentOf(given);
    if (flags.production === true && environment === 'sandbox')
      throw new CommandFailed('PPS_API_KEY is a key of a sandbox, and --production was asked for', 'usage');
    return { key: given, url: serviceUrl(flags), environment, source: 'PPS_API_KEY' };
  }
  const environment = wantedEnvironment(flags);
  const profile = profileOf(flags);
  const stored = profile?.[environment];
  if (!profile || !stored) return null;
  const url = urlOfKey(profile, stored, flags);
  warnOfKeyEnd(stored);
  return { key: stored.key, url, environment, source: `profile ${profileName(flags)}` };
}

/** The credential that counts, which is said on standard error. Throws where there is none. */
export function requireCredential(flags: ConnectionFlags): FoundCredential {
  const found = findCredential(flags);
  if (!found) {
    const kind = wantedEnvironment(flags);
    throw new CommandFailed(
      `no ${kind} key in profile ${profileName(flags)}: pps login --with-key < file, or set PPS_API_KEY`,
      'credential',
    );
  }
  say(`${found.environment} · key ${keyStart(found.key)} of ${found.source} · ${found.url}`, 'faint');
  return found;
}

/** As much of a key as the service itself shows. */
export const keyStart = (key: string): string => `${key.slice(0, 13)}…`;
