import { readFileSync } from 'node:fs';
import { ApiModule } from '../api.module';
import type { Parts } from '../../foundation/open-parts';
import { readSourceFiles } from '../../../test/boundaries/source-files';
import { declaredRoutes } from './declared-routes';
import { previewDescription } from './preview-description';

it('each described route with a limit declares its fields, on success and where the limit refuses, and no other does', async () => {
  const { paths } = await previewDescription();
  const withFields = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, { responses: Record<string, { headers?: object }> }>).flatMap(([method, { responses }]) => {
      const statuses = Object.entries(responses).flatMap(([status, { headers = {} }]) => ('RateLimit' in headers ? [status] : []));
      if (statuses.length > 0) expect(statuses).toContain('429');
      return statuses.length > 0 ? [`${method.toUpperCase()} ${path}`] : [];
    }),
  );
  const limited = declaredRoutes(ApiModule.with({} as Parts)).filter(({ limit, isDescribed }) => isDescribed && limit !== undefined);
  expect(limited.length).toBeGreaterThan(12);
  expect(withFields.sort()).toEqual(limited.map(({ method, path }) => `${method} ${path}`).sort());
});

it('whichever controller counts a limit itself says so', () => {
  const counting = readSourceFiles(['apps/api']).filter(({ path, text }) => /controller\.ts$/.test(path) && /rateLimits\.require\(/.test(text));
  expect(counting.length).toBeGreaterThan(3);
  for (const { path } of counting) {
    const text = readFileSync(path, 'utf8');
    for (const [, name] of text.matchAll(/rateLimits\.require\('(\w+)'/g)) expect(text).toContain(`@CountsLimit('${name}')`);
  }
});
