import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mayBreak, sdkBreaches } from './sdk-breaches';
import type { SdkModel } from './sdk-model';

export const releasedSdkFolder = 'test/interface/released-sdk';

/** What the SDKs of a release are, without what explains it to people: one line for each resource, type and error, so that changes of it can be read. */
export function sdkRecord({ version, resources, types, errors }: SdkModel): string {
  const lines = (entries: readonly object[]): string => entries.map((entry) => JSON.stringify(entry, withoutWords)).join(',\n');
  return `{"version": ${JSON.stringify(version)},\n"resources": [\n${lines(resources)}\n],\n"types": [\n${lines(types)}\n],\n"errors": [\n${lines(errors)}\n]}\n`;
}

const explaining = new Set(['description', 'summary', 'message', 'remediation']);

/** Those of fields and types are words; a field of that name is a value. */
const withoutWords = (name: string, value: unknown): unknown => (explaining.has(name) ? '' : value);

/** The SDKs of the last release, by the version of the packages. */
export function lastReleasedSdk(): SdkVersions {
  const versions = readdirSync(releasedSdkFolder).map((name) => name.replace(/\.json$/, ''));
  const version = versions.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  if (version === undefined) throw new Error(`${releasedSdkFolder} holds no SDK`);
  return { version, model: JSON.parse(readFileSync(join(releasedSdkFolder, `${version}.json`), 'utf8')) as SdkModel };
}

interface SdkVersions {
  /** Of the packages for TypeScript and of the command line. */
  readonly version: string;
  /** The version that it has is the one of Python's package. */
  readonly model: SdkModel;
}

/** What breaks programs that are written against the released packages, unless each package has a version that may. */
export function unannouncedBreaches(present: SdkVersions, released = lastReleasedSdk()): string[] {
  const isAnnounced = mayBreak(released.version, present.version) && mayBreak(released.model.version, present.model.version);
  return isAnnounced ? [] : sdkBreaches(released.model, present.model);
}

/** The version that the packages of npm have. */
export function packagesVersion(): string {
  const versions = ['typescript', 'cli'].map((name) => {
    return (JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')) as { readonly version: string }).version;
  });
  if (new Set(versions).size !== 1) throw new Error(`the packages have different versions: ${versions.join(', ')}`);
  return versions[0] ?? '';
}
