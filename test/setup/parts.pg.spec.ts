import { createConnection } from 'node:net';
import { Client } from 'pg';
import { freshDatabase } from './fresh-database';

describe('the parts that tests share', () => {
  it('gives every file an empty database of its own', async () => {
    const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
    expect(one).not.toBe(other);
    const client = new Client({ connectionString: one });
    await client.connect();
    const { rows } = await client.query<{ tables: string }>(`select count(*) as tables from pg_tables where schemaname = 'public'`);
    await client.end();
    expect(rows).toEqual([{ tables: '0' }]);
  });

  it('runs a nats-server with JetStream', async () => {
    expect(await greetingOf(process.env.NATS_URL, '')).toContain('"jetstream":true');
  });

  it('runs an event store that speaks HTTP/2', async () => {
    // The preface of HTTP/2 and an empty SETTINGS frame; the server answers with its own SETTINGS, a frame of type 4.
    const greeting = await greetingOf(process.env.EVENTSTORE_URL, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0');
    expect(greeting.charCodeAt(3)).toBe(4);
  });
});

function greetingOf(url: string | undefined, hello: string): Promise<string> {
  const { hostname, port } = new URL(url ?? 'missing://missing');
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port), timeout: 30_000 }, () => socket.write(hello, 'latin1'));
    socket.once('error', reject);
    socket.once('timeout', () => reject(new Error(`no greeting from ${url} within 5 s`)));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString('latin1'));
    });
  });
}
