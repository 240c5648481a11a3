import { freshDatabase } from '../../test/setup/fresh-database';
import { findDatabaseRoute } from './find-database-route';

const silent = { warn: () => undefined } as never;
const route = (url: string) => findDatabaseRoute({ DATABASE_URL: url }, silent);

it('goes straight to a database that nothing stands before', async () => {
  const url = await freshDatabase();
  expect(await route(url)).toEqual({ sessionUrl: url, namesStatements: true });
});

it.each([
  ['password', (url: URL) => (url.password = 'wrong')],
  ['role', (url: URL) => (url.username = 'nobody')],
  ['database', (url: URL) => (url.pathname = '/nowhere')],
  ['TLS', (url: URL) => url.searchParams.set('sslmode', 'require')],
])('says in one line, at once, that the %s of DATABASE_URL is wrong', async (_, spoil) => {
  const url = new URL(await freshDatabase());
  spoil(url);
  const begun = performance.now();
  const error = await route(url.href).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'CannotStart', message: expect.stringMatching(/^DATABASE_URL [^\n]+$/) });
  expect(performance.now() - begun).toBeLessThan(25_000);
});

it.each(['statement_timeout=30s', 'lock_timeout=1min'])('refuses a time-out with a unit: %s', async (parameter) => {
  const url = new URL(await freshDatabase());
  url.search = parameter;
  await expect(route(url.href)).rejects.toThrow(/^DATABASE_URL: \w+_timeout is a whole number of milliseconds without a unit$/);
});

it('takes a time-out in milliseconds', async () => {
  const url = new URL(await freshDatabase());
  url.search = 'statement_timeout=30000';
  expect(await route(url.href)).toEqual({ sessionUrl: url.href, namesStatements: true });
});
