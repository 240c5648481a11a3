import 'reflect-metadata';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Parts } from '../../foundation/open-parts';
import { ApiModule } from '../api.module';
import { declaredRoutes } from './declared-routes';
import { withDeclaredOperations } from './declared-operations';
import { operationNames } from './operation-names';

const routes = declaredRoutes(ApiModule.with({} as Parts));
const described = routes.filter(({ path }) => path.startsWith('/v1/'));

it('names every operation once, and none that is not there', () => {
  const known = routes.map(({ method, path }) => `${method} ${path}`);
  expect(described.map(({ method, path }) => `${method} ${path}`).filter((route) => !(route in operationNames))).toEqual([]);
  expect(Object.keys(operationNames).filter((route) => !known.includes(route))).toEqual([]);
  const ids = Object.values(operationNames).map(([id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('describes each status with which a route refuses, with its codes, and keeps what the route says itself', () => {
  const own = { description: 'The pin.' };
  const document = { paths: { '/v1/pins': { post: { responses: { 201: own, default: {} } } } } } as unknown as OpenAPIObject;
  const { paths, components } = withDeclaredOperations(document, routes);
  const { post } = paths['/v1/pins'] ?? {};
  expect(post).toMatchObject({ operationId: 'createPin', summary: 'Queue a pin for publishing' });
  expect(Object.keys(post?.responses ?? {})).toEqual([
    '201',
    '400',
    '401',
    '402',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ]);
  expect(post?.responses[201]).toBe(own);
  expect(post?.responses[402]).toMatchObject({
    content: { 'application/json': { examples: { billing_inactive: {}, quota_exceeded: {} } } },
  });
  expect(components?.examples).toMatchObject({ quota_exceeded: { value: { error: { code: 'quota_exceeded' } } } });
});
