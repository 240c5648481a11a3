import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { FastifyReply } from 'fastify';
import type { App } from '../../foundation/bind-app';
import { HeadroomHeaders } from './headroom-headers';

const unavailable = () => Promise.reject(new Error('the database is unavailable'));
const deps = { headroom: { read: unavailable, readBuckets: unavailable }, live: { get: unavailable } } as unknown as App;
const principal = { organizationId: 'o', projectId: 'p', environment: 'production' } as Principal;
const quota = { limit: 10, used: 3 } as never;

function replying() {
  const sent: Record<string, string> = {};
  return { sent, reply: { headers: (more: Record<string, string>) => Object.assign(sent, more) } as unknown as FastifyReply };
}

it('answers what was accepted, with the headers that can be read', async () => {
  const { sent, reply } = replying();
  const done = { quota };
  expect(await new HeadroomHeaders(deps).addHeaders(reply, principal, 'a', async () => done)).toBe(done);
  expect(sent).toEqual({ 'X-Service-Quota-Limit': '10', 'X-Service-Quota-Used': '3', 'X-Service-Quota-Remaining': '7' });
});

it('answers a refusal as that when no header can be read', async () => {
  const { sent, reply } = replying();
  const refusal = new Rejected('conflict', 'No');
  const headroom = new HeadroomHeaders(deps);
  await expect(headroom.addHeaders(reply, principal, 'a', () => Promise.reject(refusal))).rejects.toBe(refusal);
  await expect(headroom.onRefusal(reply, principal, 'a', () => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(await headroom.writeFor(reply, principal, ['a'])).toBeNull();
  expect(sent).toEqual({});
});
