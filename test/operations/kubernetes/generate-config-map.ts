import { createHash } from 'node:crypto';
import type { Manifest } from './manifest';

/** kustomize spells a digest without what could be read as a word or number. */
const spelled: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };

/** A ConfigMap as kustomize generates it: a change of what it holds is a new name, so that pods are replaced. */
export function generateConfigMap(
  plainName: string,
  texts: ReadonlyMap<string, string>,
): { readonly plainName: string; readonly manifest: Manifest } {
  const data = Object.fromEntries([...texts].sort(([one], [other]) => (one < other ? -1 : 1)));
  // kustomize (5.5) means to hash the name, too, but looks for it where it is not.
  const hashed = goJson({ data, kind: 'ConfigMap', name: '' });
  const digest = createHash('sha256').update(hashed).digest('hex').slice(0, 10);
  const name = `${plainName}-${[...digest].map((letter) => spelled[letter] ?? letter).join('')}`;
  return { plainName, manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data } };
}

/** JSON as Go writes it. */
const goJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
