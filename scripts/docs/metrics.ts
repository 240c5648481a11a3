import { writeFileSync } from 'node:fs';
import { metricsPage } from '../metrics/metrics-page';

export async function run(): Promise<void> {
  writeFileSync('docs/metrics.md', metricsPage());
}
