import { describeAddresses, type StartAddresses } from './describe-addresses';

const local: StartAddresses = {
  apiUrl: 'http://127.0.0.1:3000',
  appUrl: 'http://127.0.0.1:3000/app',
  databaseUrl: 'postgres://postgres:hunter2@127.0.0.1:5433/postgres?host=%2Fdata%2Fpostgres',
  passwordFile: '.data/postgres-password',
  simulatorsUrl: 'http://127.0.0.1:3900',
  hasMailbox: true,
};
const linesOf = (addresses: StartAddresses) =>
  describeAddresses(addresses)
    .split('\n')
    .filter((line) => line !== '');

describe('the addresses of a start', () => {
  it('are six lines and what to do next', () => {
    expect(linesOf(local)).toEqual([
      '  API       http://127.0.0.1:3000, to be tried at /docs',
      '  manual    http://127.0.0.1:3000/docs/manual',
      '  web app   http://127.0.0.1:3000/app',
      '  platform  http://127.0.0.1:3900/platform/',
      '  mailbox   http://127.0.0.1:3900/mail/',
      '  database  PGPASSWORD=$(cat .data/postgres-password) psql -h 127.0.0.1 -p 5433 -U postgres postgres',
      '  next: npm run demo, in a second terminal. Ctrl-C ends everything.',
    ]);
  });

  it('hold no password', () => {
    expect(describeAddresses(local)).not.toContain('hunter2');
    const { apiUrl, appUrl, hasMailbox } = local;
    const elsewhere = { apiUrl, appUrl, hasMailbox, databaseUrl: 'postgres://pins:hunter2@db.internal/pins' };
    expect(linesOf(elsewhere)).toContain('  database  psql postgres://pins@db.internal/pins');
    expect(describeAddresses(elsewhere)).not.toContain('hunter2');
  });

  it.each([
    ['postgres:///pins?host=/var/run/postgresql', 'postgres:///pins?host=/var/run/postgresql'],
    ['postgres://pins:hunter2@db.internal/pins?sslmode=require', 'postgres://pins@db.internal/pins?sslmode=require'],
    ['postgresql://db.internal:6432?user=pins&password=hunter2', 'postgresql://db.internal:6432?user=pins'],
    ['postgres://pins:hunter2%40a@[::1]/pins?sslpassword=hunter2&sslmode=require', 'postgres://pins@[::1]/pins?sslmode=require'],
    ['postgres://pins:hunt@er2@/pins?host=/var/run/postgresql', 'postgres://pins@/pins?host=/var/run/postgresql'],
    ['postgres://pins:hunter2@one:5432,two/pins?passw%6Frd=hunter2', 'postgres://pins@one:5432,two/pins'],
    ['postgres://pins:hunter2@%2Fvar%2Frun/pins', 'postgres://pins@%2Fvar%2Frun/pins'],
  ])('name a database that was given as it was given, %s without its password', (databaseUrl, url) => {
    const { apiUrl, appUrl, hasMailbox } = local;
    const [, psql = ''] = /database +(psql .*)/.exec(describeAddresses({ apiUrl, appUrl, hasMailbox, databaseUrl })) ?? [];
    expect(psql.replaceAll("'", '')).toBe(`psql ${url}`);
  });

  it('name the setting where it cannot be told what in it is the password', () => {
    const { apiUrl, appUrl, hasMailbox } = local;
    const lines = linesOf({ apiUrl, appUrl, hasMailbox, databaseUrl: 'postgres://pins:hunter2/a@db.internal/pins' });
    expect(lines).toContain('  database  as DATABASE_URL says');
  });

  it('name no simulator where there is none, and no mailbox where mail goes elsewhere', () => {
    const { apiUrl, appUrl, databaseUrl, passwordFile = '', hasMailbox } = local;
    const real = { apiUrl, appUrl, databaseUrl, passwordFile, hasMailbox };
    expect(linesOf(real).map((line) => line.trim().split(/\s/)[0])).toEqual(['API', 'manual', 'web', 'database', 'next:']);
    expect(describeAddresses({ ...local, hasMailbox: false })).not.toContain('mailbox');
  });

  it('can be pasted into a shell, and tell the demo a port of its own', () => {
    const lines = describeAddresses({ ...local, passwordFile: "/my data/it's/postgres-password", apiUrl: 'http://127.0.0.1:3412' });
    expect(lines).toContain(String.raw`$(cat '/my data/it'\''s/postgres-password')`);
    expect(lines).toContain('next: PORT=3412 npm run demo');
  });
});
