import { posix } from 'node:path';
import { generateConfigMap } from './generate-config-map';
import { at, isMap, nameOf, type Manifest } from './manifest';
import { readYaml, Unreadable } from './read-yaml';

/** Reads a file of the folder that holds the kustomizations. */
export type ReadFile = (path: string) => string;

interface Generator {
  readonly name: string;
  readonly behavior?: string;
  readonly envs: readonly string[];
}

/** What we use of kustomize; everything else is refused, as it would be rendered otherwise than kustomize does. */
const known: Readonly<Record<string, (value: unknown) => boolean>> = {
  apiVersion: (value) => value === 'kustomize.config.k8s.io/v1beta1',
  kind: (value) => value === 'Kustomization',
  namespace: (value) => typeof value === 'string',
  resources: (value) => isListOf(value, (entry) => typeof entry === 'string'),
  replicas: (value) => isListOf(value, (entry) => hasOnly(entry, ['name', 'count']) && Number.isInteger(at(entry, 'count'))),
  images: (value) => isListOf(value, (entry) => hasOnly(entry, ['name', 'newName', 'newTag'])),
  configMapGenerator: (value) => isListOf(value, (entry) => hasOnly(entry, ['name', 'behavior', 'envs'])),
};

const isListOf = (value: unknown, check: (entry: unknown) => boolean): boolean => Array.isArray(value) && value.every(check);
const hasOnly = (value: unknown, fields: readonly string[]): boolean =>
  isMap(value) && Object.keys(value).every((field) => fields.includes(field));

/** What `kubectl apply -k` would send of a folder: its objects, patched, with names of generated ConfigMaps that follow from what they hold. */
export function renderKustomization(folder: string, readFile: ReadFile): Manifest[] {
  const { manifests, texts } = collect(folder, readFile);
  const generated = [...texts].map(([name, values]) => generateConfigMap(name, values));
  const renamed = new Map(generated.map(({ plainName, manifest }) => [plainName, manifest.metadata.name]));
  const all = [...generated.map(({ manifest }) => manifest), ...manifests.map((manifest) => renameReferences(manifest, renamed))];
  const namespace = namespaceOf(folder, readFile);
  const placed = namespace === undefined ? all : all.map((manifest) => inNamespace(manifest, namespace));
  const names = placed.map(nameOf);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Unreadable(`${folder}: ${twice} stands twice`);
  return placed;
}

interface Collected {
  readonly manifests: Manifest[];
  /** Of each generated ConfigMap. */
  readonly texts: Map<string, Map<string, string>>;
}

function collect(folder: string, readFile: ReadFile): Collected {
  const kustomization = readKustomization(folder, readFile);
  const found: Collected = { manifests: [], texts: new Map() };
  for (const resource of listOf<string>(kustomization, 'resources')) {
    const path = posix.join(folder, resource);
    if (resource.endsWith('.yaml')) {
      found.manifests.push(...(readYaml(readFile(path), path) as Manifest[]));
      continue;
    }
    const below = collect(path, readFile);
    found.manifests.push(...below.manifests);
    for (const [name, values] of below.texts) found.texts.set(name, values);
  }
  for (const generator of listOf<Generator>(kustomization, 'configMapGenerator')) generate(found, generator, folder, readFile);
  const counted = listOf<Replicas>(kustomization, 'replicas').reduce(withReplicas, found.manifests);
  const manifests = counted.map((manifest) => listOf<Image>(kustomization, 'images').reduce(withImage, manifest));
  return { ...found, manifests };
}

function readKustomization(folder: string, readFile: ReadFile): Record<string, unknown> {
  const file = posix.join(folder, 'kustomization.yaml');
  const [kustomization, ...more] = readYaml(readFile(file), file);
  if (!isMap(kustomization) || more.length > 0) throw new Unreadable(`${file} is not one kustomization`);
  for (const [field, value] of Object.entries(kustomization))
    if (!known[field]?.(value)) throw new Unreadable(`${file}: ${field} is nothing that this check can render`);
  return kustomization;
}

const listOf = <T>(kustomization: Record<string, unknown>, field: string): readonly T[] => (kustomization[field] ?? []) as readonly T[];

function namespaceOf(folder: string, readFile: ReadFile): string | undefined {
  return readKustomization(folder, readFile)['namespace'] as string | undefined;
}

/** kustomize gives a Namespace the name, too. */
const inNamespace = (manifest: Manifest, namespace: string): Manifest =>
  manifest.kind === 'Namespace'
    ? { ...manifest, metadata: { ...manifest.metadata, name: namespace } }
    : { ...manifest, metadata: { ...manifest.metadata, namespace } };

function generate({ texts }: Collected, { name, behavior = 'create', envs }: Generator, folder: string, readFile: ReadFile): void {
  const before = texts.get(name);
  if ((behavior === 'merge') !== (before !== undefined)) throw new Unreadable(`${folder}: ConfigMap ${name} is not there to ${behavior}`);
  const own = new Map<string, string>();
  for (const file of envs) {
    const path = posix.join(folder, file);
    for (const line of readFile(path).split('\n')) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      const [, key = '', value = ''] = /^([A-Za-z0-9_.-]+)=(.*)$/.exec(line) ?? [];
      if (key === '') throw new Unreadable(`${path}: ${JSON.stringify(line)} is no line NAME=value`);
      if (own.has(key)) throw new Unreadable(`${path}: ${key} stands twice`);
      own.set(key, value);
    }
  }
  texts.set(name, new Map([...(before ?? []), ...own]));
}

interface Replicas {
  readonly name: string;
  readonly count: number;
}

/** kustomize looks for the name among every kind that has a number; Deployments are the only one of them here. */
function withReplicas(manifests: Manifest[], { name, count }: Replicas): Manifest[] {
  if (!manifests.some((manifest) => manifest.kind === 'Deployment' && manifest.metadata.name === name))
    throw new Unreadable(`replicas: there is no Deployment/${name} to count`);
  return manifests.map((manifest) =>
    manifest.kind === 'Deployment' && manifest.metadata.name === name
      ? { ...manifest, spec: { ...(manifest['spec'] as object), replicas: count } }
      : manifest,
  );
}

interface Image {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
}

function withImage(manifest: Manifest, { name, newName, newTag }: Image): Manifest {
  return mapTexts(manifest, (text, key) => {
    const [, given = '', tag = ''] = /^(.*?)(:[^:/@]+)?$/.exec(text) ?? [];
    return key === 'image' && given === name ? `${newName ?? name}${newTag === undefined ? tag : `:${newTag}`}` : text;
  });
}

/** Where a ConfigMap is named: as a source of variables or as a volume. */
function renameReferences(manifest: Manifest, renamed: ReadonlyMap<string, string>): Manifest {
  const visit = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((entry) => visit(entry, key));
    if (!isMap(value)) return value;
    const name = at(value, 'name');
    const known = key === 'configMapRef' || key === 'configMap' || key === 'configMapKeyRef' ? renamed.get(String(name)) : undefined;
    const copy = Object.fromEntries(Object.entries(value).map(([field, entry]) => [field, visit(entry, field)]));
    return known === undefined ? copy : { ...copy, name: known };
  };
  return visit(manifest, '') as Manifest;
}

function mapTexts(value: Manifest, change: (text: string, key: string) => string): Manifest {
  const visit = (entry: unknown, key: string): unknown => {
    if (typeof entry === 'string') return change(entry, key);
    if (Array.isArray(entry)) return entry.map((each) => visit(each, key));
    return isMap(entry) ? Object.fromEntries(Object.entries(entry).map(([field, each]) => [field, visit(each, field)])) : entry;
  };
  return visit(value, '') as Manifest;
}
