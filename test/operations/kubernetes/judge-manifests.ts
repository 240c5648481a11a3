import { judgeNetworks } from './judge-networks';
import { judgeOperation } from './judge-operation';
import { judgePods } from './judge-pods';
import { judgeReach } from './judge-reach';
import { judgeReferences } from './judge-references';
import { judgeSettings } from './judge-settings';
import { judgeShapes } from './judge-shapes';
import { judgeWords } from './judge-words';
import type { Manifest } from './manifest';
import type { ReadFile } from './render-kustomization';

/** Everything that is wrong with the objects that `kubectl apply -k` would send, one line each; none: nothing that this check knows of. */
export function judgeManifests(manifests: readonly Manifest[], readFile: ReadFile): string[] {
  const secretsExample = readFile('secrets.example.env');
  const secretKeys = secretsExample.split('\n').flatMap((line) => /^([A-Z0-9_]+)=/.exec(line)?.[1] ?? []);
  const shapes = judgeShapes(manifests);
  // The others ask for fields by their paths.
  if (shapes.length > 0) return shapes;
  return [
    ...judgeWords(manifests),
    ...judgeReferences(manifests, { secretKeys }),
    ...judgeSettings(manifests),
    ...judgePods(manifests),
    ...judgeNetworks(manifests),
    ...judgeReach(manifests, secretsExample),
    ...judgeOperation(manifests, {
      adapter: readFile('production/prometheus-adapter.yaml'),
      metricsPage: readFile('../../docs/metrics.md'),
    }),
  ];
}
