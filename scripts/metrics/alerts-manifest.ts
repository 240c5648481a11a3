import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

export const alertsManifestFile = 'deploy/kubernetes/monitoring/alerts.yaml';

/** The rules of `deploy/prometheus/alerts.yml` as the Prometheus Operator takes them. */
export function alertsManifest(): string {
  const rules = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as object;
  const manifest = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'pin-publishing', labels: { 'app.kubernetes.io/part-of': 'pins' } },
    spec: rules,
  };
  const heading = '# Written by `npm run docs metrics` from deploy/prometheus/alerts.yml.\n';
  return `${heading}${stringify(manifest, { lineWidth: 0, singleQuote: true })}`;
}
