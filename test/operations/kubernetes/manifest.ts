/** An object for Kubernetes as it was read: nothing about it is known but what it is called. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Labels };
  readonly [field: string]: unknown;
}

export type Labels = Readonly<Record<string, string>>;

export const nameOf = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name}`;

/** The value at a path such as `spec.template.spec.containers.0.image`; undefined where there is none. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, step) => (isMap(found) || Array.isArray(found) ? (found as never)[step] : undefined), value);
}

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listAt = (value: unknown, path: string): readonly unknown[] => {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
};

export const textAt = (value: unknown, path: string): string => {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
};

export const numberAt = (value: unknown, path: string): number | undefined => {
  const found = at(value, path);
  return typeof found === 'number' ? found : undefined;
};

/** What makes pods, and the pod that it makes. */
export interface PodMaker {
  readonly manifest: Manifest;
  readonly labels: Labels;
  readonly pod: unknown;
  readonly container: unknown;
}

/** Deployments and Jobs; each of ours has one container. */
export const podMakers = (manifests: readonly Manifest[]): PodMaker[] =>
  manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((manifest) => ({
      manifest,
      labels: (at(manifest, 'spec.template.metadata.labels') ?? {}) as Labels,
      pod: at(manifest, 'spec.template.spec'),
      container: at(manifest, 'spec.template.spec.containers.0'),
    }));

/** Whether a selector (matchLabels and matchExpressions with In) takes in what has these labels. */
export function selects(selector: unknown, labels: Labels): boolean {
  const wanted = Object.entries((at(selector, 'matchLabels') ?? {}) as Labels);
  const oneOf = listAt(selector, 'matchExpressions');
  return (
    wanted.every(([name, value]) => labels[name] === value) &&
    oneOf.every((rule) => textAt(rule, 'operator') === 'In' && listAt(rule, 'values').includes(labels[textAt(rule, 'key')]))
  );
}
