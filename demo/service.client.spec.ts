import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DemoFailure } from './demo-failure';
import { serviceClient, type ServiceClient } from './service.client';

let server: Server;
let client: ServiceClient;
let unavailable: number;
let calls: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    const ready = calls > unavailable;
    response.writeHead(ready ? 200 : 503, ready ? {} : { 'retry-after': '1' }).end(JSON.stringify({ path: request.url }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  client = serviceClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => (calls = 0));

test('a read that is not available yet is asked again after the time that the answer names', async () => {
  unavailable = 1;
  expect((await client('/v1/pins')).body).toEqual({ path: '/v1/pins' });
  expect(calls).toBe(2);
});

test('a write is never sent twice', async () => {
  unavailable = 1;
  await expect(client('/v1/pins', { method: 'POST', json: {} })).rejects.toThrow(DemoFailure);
  expect(calls).toBe(1);
});
