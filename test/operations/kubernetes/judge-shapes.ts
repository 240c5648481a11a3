import { KubernetesShapes, type Shape } from './kubernetes-shapes';
import { isMap, nameOf, type Manifest } from './manifest';

const shapes = new KubernetesShapes();

/** Faults of shape: kinds that there are not, unknown fields, wrong types, what is required and missing. */
export function judgeShapes(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const root = shapes.rootOf(String(manifest.apiVersion), String(manifest.kind));
    if (!root) return [`${nameOf(manifest)}: there is no ${manifest.kind} of ${manifest.apiVersion}`];
    return faultsOf(manifest, root, '').map((fault) => `${nameOf(manifest)}: ${fault}`);
  });
}

function faultsOf(value: unknown, shape: Shape, path: string): string[] {
  switch (shape.kind) {
    case 'word':
      return shape.word === 'anything' || typeof value === shape.word ? [] : [`${path} is no ${shape.word}`];
    case 'literal':
      return value === shape.text ? [] : [`${path} is not ${shape.text}`];
    case 'list':
      if (!Array.isArray(value)) return [`${path} is no list`];
      return value.flatMap((entry, index) => faultsOf(entry, shape.of, `${path}[${index}]`));
    case 'map':
      if (!isMap(value)) return [`${path} is no map`];
      return Object.entries(value).flatMap(([name, entry]) => faultsOf(entry, shape.of, `${path}.${name}`));
    case 'either': {
      const found = shape.of.map((one) => faultsOf(value, one, path));
      return found.find((faults) => faults.length === 0) ?? found[0] ?? [];
    }
    case 'named':
      return faultsOfNamed(value, shape, path);
  }
}

function faultsOfNamed(value: unknown, shape: Extract<Shape, { kind: 'named' }>, path: string): string[] {
  const fields = shapes.fieldsOf(shape);
  if (!fields) return faultsOf(value, shapes.aliasOf(shape), path);
  if (!isMap(value)) return [`${path} is no map`];
  const missing = [...fields]
    .filter(([name, { isRequired }]) => isRequired && !(name in value))
    .map(([name]) => `${path}.${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, entry]) => {
    const field = fields.get(name);
    return field ? faultsOf(entry, field.shape, `${path}.${name}`) : [`${path}.${name} is no field of ${shape.name}`];
  });
  return [...missing, ...wrong];
}
