import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { generateConfigMap } from './generate-config-map';
import { judgeManifests } from './judge-manifests';
import { isMap, nameOf, type Manifest } from './manifest';
import { gone, mistakes } from './mistakes';
import { renderKustomization } from './render-kustomization';

const folder = resolve(__dirname, '../../../deploy/kubernetes');
const readFile = (path: string) => readFileSync(join(folder, path), 'utf8');
const overlays = ['small', 'production'] as const;
const [small, production] = overlays.map((overlay) => renderKustomization(overlay, readFile)) as [Manifest[], Manifest[]];

const kubectl = process.env.KUBECTL ?? 'kubectl';
const spawning = { encoding: 'utf8', timeout: 60_000 } as const;
/** Without kubectl the comparison is shown as skipped; a kubectl that fails or hangs is a failure. */
const isAbsent = (spawnSync(kubectl, ['version', '--client'], spawning).error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
const whereKubectlIs = isAbsent ? it.skip : it;

describe.each(overlays)('deploy/kubernetes/%s', (overlay) => {
  const manifests = overlay === 'small' ? small : production;

  it('has no fault', () => {
    expect(judgeManifests(manifests, readFile)).toEqual([]);
    expect(
      manifests
        .filter(({ kind }) => kind === 'Deployment')
        .map(nameOf)
        .sort(),
    ).toEqual(['api', 'orchestrator', 'projector', 'worker'].map((name) => `Deployment/${name}`));
  });

  whereKubectlIs('is what kustomize makes of it', () => {
    const { status, error, stdout, stderr } = spawnSync(kubectl, ['kustomize', join(folder, overlay)], spawning);
    expect({ status, error, stderr }).toEqual({ status: 0, error: undefined, stderr: '' });
    const documents = parseAllDocuments(stdout, { version: '1.1' }).map((document) => document.toJS() as Manifest);
    const sorted = (all: readonly Manifest[]) => [...all].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    expect(sorted(documents)).toEqual(sorted(manifests));
  });
});

it('names a generated ConfigMap as kustomize 5.5 did', () => {
  const texts = new Map(Object.entries({ D: '4', A: '1', B: '2', C: '' }));
  expect(generateConfigMap('s', texts).manifest.metadata.name).toBe('s-5fm8bc9mt8');
});

/** The objects, one of them changed at one place; a name may begin an object's, as those of generated ConfigMaps do. */
function changed(manifests: readonly Manifest[], name: string, path: string, value: unknown): Manifest[] {
  const copies = structuredClone(manifests) as Manifest[];
  const found = copies.find((manifest) => nameOf(manifest) === name) ?? copies.find((manifest) => nameOf(manifest).startsWith(`${name}-`));
  const steps = path.split('.').map((step) => step.replaceAll('·', '.'));
  const last = steps.pop() ?? '';
  const place = steps.reduce<unknown>((within, step) => (within as Record<string, unknown>)[step], found);
  if (!(isMap(place) || Array.isArray(place))) throw new Error(`${name} has no ${path}`);
  if (value === gone) Reflect.deleteProperty(place, last);
  else Reflect.set(place, last, value);
  return copies;
}

describe('a mistake in the objects of production is found', () => {
  it.each(mistakes)('%s: %s is %j', (name, path, value, found) => {
    expect(judgeManifests(changed(production, name, path, value), readFile).join('\n')).toMatch(found);
  });

  it('of which there are many', () => {
    expect(mistakes.length).toBeGreaterThan(80);
  });
});

it('an example of a store without a port is missed', () => {
  const unported = (path: string) => (path === 'secrets.example.env' ? readFile(path).replaceAll(':4222', '') : readFile(path));
  expect(judgeManifests(small, unported)).toEqual(['secrets.example.env shows no port of NATS_URL']);
});

const without = (name: string) => (all: readonly Manifest[]) => all.filter((one) => nameOf(one) !== name);

it.each([
  ['an object', without('PodDisruptionBudget/api'), /Deployment\/api: has no disruption budget/],
  ['an account', (all: Manifest[]) => all.filter(({ kind }) => kind !== 'ServiceAccount'), /there is no ServiceAccount pins/],
  ['the way to names', without('NetworkPolicy/names'), /Job\/migrate-[\d-]+: cannot ask for names/],
  ['the way to stores', without('NetworkPolicy/stores'), /Deployment\/worker: cannot reach DATABASE_URL at 5432/],
  ['the way out', without('NetworkPolicy/outside'), /orchestrator cannot call the platform/],
  ['a number', (all: Manifest[]) => changed(all, 'Deployment/worker', 'spec.replicas', gone), /nothing says how many there are/],
])('%s that is gone from small is missed', (_, change, found) => {
  expect(judgeManifests(change([...small]), readFile).join('\n')).toMatch(found);
});

describe('what kustomize would render otherwise than this check, or not at all, is refused', () => {
  const rendered = (file: string, change: (text: string) => string) => () =>
    renderKustomization('small', (path) => (path === file ? change(readFile(path)) : readFile(path)));
  const add = (text: string) => (before: string) => `${before}${text}`;

  it.each([
    [
      'a field that it does not know',
      'small/kustomization.yaml',
      add('commonLabels: { a: b }\n'),
      /commonLabels is nothing that this check can render/,
    ],
    ['a part of a field', 'small/kustomization.yaml', add('images: [{ name: a, digest: b }]\n'), /images is nothing/],
    [
      'a key that stands twice',
      'base/api.yaml',
      (text: string) => text.replace('minReadySeconds: 5', 'minReadySeconds: 5\n  minReadySeconds: 6'),
      /unique/,
    ],
    [
      'a text that is a boolean to some',
      'base/api.yaml',
      (text: string) => text.replace('type: ClusterIP', 'type: yes'),
      /read it differently/,
    ],
    [
      'a number that is another to some',
      'base/api.yaml',
      (text: string) => text.replace('defaultMode: 288', 'defaultMode: 0440'),
      /read it differently/,
    ],
    [
      'a patch, of which several in one file are read since kubectl 1.31',
      'small/kustomization.yaml',
      add('patches: [{ path: replicas.yaml }]\n'),
      /patches is nothing that this check can render/,
    ],
    [
      'a number of nothing',
      'small/kustomization.yaml',
      (text: string) => text.replace('name: worker', 'name: workers'),
      /there is no Deployment\/workers to count/,
    ],
    ['a number that is none', 'small/kustomization.yaml', (text: string) => text.replace('count: 2', 'count: two'), /replicas is nothing/],
    ['an object twice', 'base/namespace.yaml', (text: string) => `${text}---\n${text}`, /Namespace\/pins stands twice/],
    ['a setting twice', 'small/settings.env', add('APP_URL=b\n'), /APP_URL stands twice/],
    ['a line without a name', 'small/settings.env', add('export A=b\n'), /no line NAME=value/],
    [
      'a ConfigMap that is not there',
      'small/kustomization.yaml',
      (text: string) => text.replace('name: files', 'name: file'),
      /ConfigMap file is not there to merge/,
    ],
  ])('%s', (_, file, change, found) => {
    expect(
      rendered(file, (text) => {
        const after = change(text);
        if (after === text) throw new Error('nothing was planted');
        return after;
      }),
    ).toThrow(found);
  });
});
