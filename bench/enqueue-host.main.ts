import { newId } from '@pps/kernel';
import fastify from 'fastify';
import { makeWorkerUtils } from 'graphile-worker';
import { Pool } from 'pg';
import PgBoss from 'pg-boss';

// What a job queue on PostgreSQL, or a single INSERT, takes to accept a pin behind the Fastify that the service uses.

const connections = 16;

async function main(): Promise<void> {
  const connectionString = process.env['DATABASE_URL'] ?? '';
  const pool = new Pool({ connectionString, max: connections });
  await pool.query(
    'create table if not exists bench_enqueued (id uuid primary key, body jsonb not null, at timestamptz not null default now())',
  );
  const graphile = await makeWorkerUtils({ pgPool: pool });
  await graphile.migrate();
  const boss = new PgBoss({ connectionString, max: connections, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue('pins');

  const app = fastify();
  app.post('/insert', async (request, reply) => {
    const id = newId();
    await pool.query({ name: 'enqueue', text: 'insert into bench_enqueued (id, body) values ($1, $2)', values: [id, request.body] });
    return reply.code(201).send({ id });
  });
  app.post('/graphile-worker', async (request, reply) => {
    const { id } = await graphile.addJob('publish', request.body);
    return reply.code(201).send({ id });
  });
  app.post('/pg-boss', async (request, reply) => {
    const id = await boss.send('pins', request.body as object);
    return reply.code(201).send({ id });
  });
  await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
  console.log('listening');
  process.stdin.on('end', () => process.exit(0)).resume();
  process.on('SIGTERM', () => process.exit(0));
}

void main();
