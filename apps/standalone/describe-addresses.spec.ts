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
      '  API       http://127.0.0.1:3000',
      '  manual    http://127.0.0.1:3000/docs',
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
    expect(linesOf(elsewhere)).toContain('  database  psql postgres://pins@db.internal:5432/pins');
    expect(describeAddresses(elsewhere)).not.toContain('hunter2');
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
