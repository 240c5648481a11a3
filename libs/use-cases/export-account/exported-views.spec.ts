import { readFileSync } from 'node:fs';
import { exportedViews, omittedViews } from './exported-views';

const described = [...readFileSync('docs/analytics.md', 'utf8').matchAll(/^### analytics\.(\w+)$/gm)].map(([, view = '']) => view);

test('every view of a workspace is in the archive of an account, or somebody said why not', () => {
  expect(described.length).toBeGreaterThan(20);
  expect([...Object.keys(exportedViews), ...Object.keys(omittedViews)].sort()).toEqual(described.sort());
});
