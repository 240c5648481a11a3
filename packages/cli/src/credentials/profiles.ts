import { join } from 'node:path';
import { CommandFailed } from '../command-failed';
import { configFolder } from './config-folder';
import { readPrivateFile, writePrivateFile } from './private-file';

export type Environment = 'sandbox' | 'production';

export interface StoredKey {
  readonly key: string;
  readonly id?: string | undefined;
  /** When it ends, where that is known. */
  readonly expires_at?: string | null | undefined;
  /** The service that it is a key of; that of the profile where nothing is said. */
  readonly url?: string | undefined;
}

/** A service with at most one key for each of its two kinds of project. */
export interface Profile {
  readonly url?: string | undefined;
  readonly sandbox?: StoredKey | undefined;
  readonly production?: StoredKey | undefined;
}

export type Profiles = Readonly<Record<string, Profile>>;

/** The file of all profiles. */
export const profilesFile = (): string => join(configFolder(), 'profiles.json');

/** All profiles; throws where others may read them. */
export function readProfiles(): Profiles {
  const text = readPrivateFile(profilesFile());
  if (text === null) return {};
  try {
    const { profiles } = JSON.parse(text) as { readonly profiles?: unknown };
    if (typeof profiles === 'object' && profiles !== null) return profiles as Profiles;
  } catch {
    // Said below, without its text.
  }
  throw new CommandFailed(`${profilesFile()} is damaged; remove it and log in again`, 'usage');
}

/** Changes one profile; the others stay as they are. */
export function writeProfile(name: string, change: (profile: Profile) => Profile): void {
  const profiles = readProfiles();
  const own = Object.hasOwn(profiles, name) ? (profiles[name] ?? {}) : {};
  writePrivateFile(profilesFile(), `${JSON.stringify({ profiles: { ...profiles, [name]: change(own) } }, null, 2)}\n`);
}

/** A profile with one more key; the other one stays a key of the service that it was of. */
export function withKey(profile: Profile, environment: Environment, key: StoredKey, url: string): Profile {
  const kept = (['sandbox', 'production'] as const).flatMap((each) => {
    const before = profile[each];
    return before ? [[each, { ...before, url: before.url ?? profile.url }] as const] : [];
  });
  return { ...profile, ...Object.fromEntries(kept), url, [environment]: { ...key, url } };
}

/** The kind of project that a key is of. Throws for what is no key. */
export function environmentOf(key: string): Environment {
  if (/^pps_test_[\x21-\x7e]+$/.test(key)) return 'sandbox';
  if (/^pps_live_[\x21-\x7e]+$/.test(key)) return 'production';
  throw new CommandFailed('this is no key: they begin with pps_test_ or pps_live_', 'usage');
}
