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
