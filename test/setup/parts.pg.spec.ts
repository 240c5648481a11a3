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
    const { hostname, port } = new URL(process.env.NATS_URL ?? 'nats://missing');
    const greeting = await new Promise<string>((resolve, reject) => {
      const socket = createConnection({ host: hostname, port: Number(port), timeout: 5_000 });
      socket.once('error', reject);
      socket.once('timeout', () => reject(new Error('nats-server did not greet within 5 s')));
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
    });
    expect(greeting).toContain('"jetstream":true');
  });
});
