import { readFileSync } from 'node:fs';
import { ApiModule } from '../api.module';
import type { Parts } from '../../foundation/open-parts';
import { readSourceFiles } from '../../../test/boundaries/source-files';
import { declaredRoutes } from './declared-routes';
import { previewDescription } from './preview-description';

it('each described route with a limit, or with a body that may be refused, declares the fields, and no other does', async () => {
  const { paths } = await previewDescription();
  const limited = declaredRoutes(ApiModule.with({} as Parts)).filter(({ limit, isDescribed }) => isDescribed && limit !== undefined);
  const limitedRoutes = new Set(limited.map(({ method, path }) => `${method} ${path}`));
  const withFields = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, { requestBody?: object; responses: Record<string, { headers?: object }> }>).flatMap(
      ([method, { requestBody, responses }]) => {
        const statuses = Object.entries(responses).flatMap(([status, { headers = {} }]) => ('RateLimit' in headers ? [status] : []));
        const route = `${method.toUpperCase()} ${path}`;
        if (statuses.length > 0) expect([route, statuses]).toEqual([route, expect.arrayContaining(['429'])]);
        // A call that is refused later was counted.
        if (limitedRoutes.has(route)) expect([route, statuses]).toEqual([route, Object.keys(responses)]);
        else if (requestBody)
          expect([route, statuses]).toEqual([route, expect.arrayContaining(['401', '422'].filter((status) => status in responses))]);
        else expect([route, statuses]).toEqual([route, []]);
        return statuses.length > 0 ? [route] : [];
      },
    ),
  );
  expect(limited.length).toBeGreaterThan(12);
  expect(withFields).toEqual(expect.arrayContaining([...limitedRoutes]));
  expect(withFields.length).toBeGreaterThan(limited.length);
});

it('whichever controller counts a limit itself says so', () => {
  const counting = readSourceFiles(['apps/api']).filter(
    ({ path, text }) => /controller\.ts$/.test(path) && /rateLimits\.require\(/.test(text),
  );
  expect(counting.length).toBeGreaterThan(3);
  for (const { path } of counting) {
    const text = readFileSync(path, 'utf8');
    for (const [, name] of text.matchAll(/rateLimits\.require\('(\w+)'/g)) expect(text).toContain(`@CountsLimit('${name}')`);
  }
});
