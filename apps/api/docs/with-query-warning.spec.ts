import 'reflect-metadata';
import { previewDescription } from './preview-description';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

test('every answer that may name ignored query parameters declares the header, on every route that knows its parameters', async () => {
  const { paths, components } = await previewDescription();
  const routes = Object.entries(paths as unknown as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const warning = Object.entries(responses).filter(([, { headers = {} }]) => 'X-Warning' in headers);
      return [`${method.toUpperCase()} ${path}`, warning.map(([status]) => status)] as const;
    }),
  );
  expect(Object.fromEntries(routes)['GET /v1/pins']).toEqual(expect.arrayContaining(['200', '422', '500', '503']));
  expect(routes.flatMap(([, statuses]) => statuses)).not.toContain('413');
  // Links that are signed take their query as it comes.
  const silent = routes.filter(([, statuses]) => statuses.length === 0).map(([route]) => route);
  expect(silent).toEqual(['GET /v1/auth/account/export/{export_id}/archive', 'GET /v1/assets/{id}/public']);
  expect(components?.headers).toHaveProperty('X-Warning.example');
});
