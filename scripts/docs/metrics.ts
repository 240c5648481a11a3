import { writeFileSync } from 'node:fs';
import { alertsManifest, alertsManifestFile } from '../metrics/alerts-manifest';
import { metricsDashboard, metricsDashboardFile } from '../metrics/metrics-dashboard';
import { metricsPage } from '../metrics/metrics-page';

export async function run(): Promise<void> {
  writeFileSync('docs/metrics.md', metricsPage());
  writeFileSync(metricsDashboardFile, `${JSON.stringify(metricsDashboard(), null, 2)}\n`);
  writeFileSync(alertsManifestFile, alertsManifest());
}
