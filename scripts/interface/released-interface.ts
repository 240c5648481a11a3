import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedBreaches } from './accepted-breaches';
import { interfaceBreaches, type InterfaceDocument } from './interface-breaches';

export const releasedFolder = 'test/interface/released';

const explaining = new Set(['description', 'summary', 'example', 'examples', 'tags']);

/** A document without what explains it to people, one line for each path and each schema, so that changes of it can be read. */
export function interfaceRecord(document: InterfaceDocument): string {
  const { paths, components } = document;
  const lines = (entries: object): string =>
    Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(withoutWords(value))}`)
      .join(',\n');
  return `{"paths": {\n${lines(paths)}\n}, "components": {"schemas": {\n${lines(components?.schemas ?? {})}\n}}}\n`;
}

/** Names of properties are no words of the document, whatever they are. */
function withoutWords(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => areNames || !explaining.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutWords(field, name === 'properties' && !areNames)]));
}

/** The interface of the last release, by its version. */
export function lastReleasedInterface(): { readonly version: string; readonly document: InterfaceDocument } {
  const versions = readdirSync(releasedFolder).map((name) => name.replace(/\.json$/, ''));
  const numbers = (version: string) =>
    version
      .split('.')
      .map((part) => part.padStart(6, '0'))
      .join('.');
  const version = versions.sort((one, other) => (numbers(one) < numbers(other) ? -1 : 1)).at(-1);
  if (version === undefined) throw new Error(`${releasedFolder} holds no interface`);
  return { version, document: JSON.parse(readFileSync(join(releasedFolder, `${version}.json`), 'utf8')) as InterfaceDocument };
}

/** What a record of this version would hide: what breaks clients of the last release and is not accepted, or anything that does where it would overwrite that one. */
export function hiddenBreaches(version: string, present: InterfaceDocument, released = lastReleasedInterface()): string[] {
  const breaches = interfaceBreaches(released.document, present);
  return version === released.version ? breaches : breaches.filter((breach) => !Object.hasOwn(acceptedBreaches, breach));
}
