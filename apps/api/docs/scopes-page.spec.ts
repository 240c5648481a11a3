import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import type { Parts } from '../../foundation/open-parts';
import { ApiModule } from '../api.module';
import { declaredRoutes } from './declared-routes';
import { scopesPage } from './scopes-page';

const routes = declaredRoutes(ApiModule.with({} as Parts));

test('docs/scopes.md is what the routes declare (npm run docs scopes writes it)', () => {
  expect(readFileSync('docs/scopes.md', 'utf8')).toBe(scopesPage(routes));
});

test('every route declares its access, and is found', () => {
  expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
  const accessOf = (route: string) => routes.find(({ method, path }) => `${method} ${path}` === route)?.access;
  expect(accessOf('DELETE /v1/api-keys/{key_id}')).toEqual({ kind: 'scope', scope: 'destructive' });
  expect(accessOf('GET /v1/auth/me')).toEqual({ kind: 'session' });
  expect(accessOf('GET /v1/auth/google/status')).toEqual({ kind: 'public' });
});

const needsNoKey = [
  '/v1/auth/account/delete',
  '/v1/auth/account/delete/cancel',
  '/v1/auth/account/export',
  '/v1/auth/logout',
  '/v1/auth/me',
  '/v1/auth/reauthenticate',
  '/v1/auth/second-factor',
  '/v1/proposals/{id}/approve',
  '/v1/proposals/{id}/decline',
  '/v1/auth/second-factor/confirm',
  '/v1/auth/second-factor/disable',
  '/v1/auth/second-factor/recovery-codes',
  '/v1/auth/second-factor/setup',
  '/v1/auth/sessions',
  '/v1/auth/sessions/{id}',
  '/v1/projects',
];
const neverDestructive = /^(GET|PUT|PATCH)$/;

test.each(routes.filter(({ path }) => path.startsWith('/v1/')))(
  '$method $path asks for the scope of its kind',
  ({ method, path, access }) => {
    if (access.kind === 'session') expect(needsNoKey).toContain(path);
    if (access.kind !== 'scope') return;
    if (method === 'DELETE') expect(access.scope).toBe('destructive');
    if (method === 'GET') expect(access.scope).toBe(path === '/v1/platform/oauth/start' ? 'write' : 'read');
    if (neverDestructive.test(method)) expect(access.scope).not.toBe('destructive');
  },
);
