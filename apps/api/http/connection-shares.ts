import { Rejected } from '@pps/kernel';
import type { FastifyInstance } from 'fastify';
import { type Configuration, clientNetworkOf } from '@pps/runtime';
import { whenRequestEnds } from './request-end';

/** How much each client network holds at once. */
class Shares {
  private readonly held = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** False where the network holds its share already; otherwise `leave` has to follow. */
  enter(network: string): boolean {
    const held = this.held.get(network) ?? 0;
    if (held >= this.most) return false;
    this.held.set(network, held + 1);
    return true;
  }

  leave(network: string): void {
    const held = this.held.get(network) ?? 0;
    if (held > 1) this.held.set(network, held - 1);
    else this.held.delete(network);
  }
}

type ShareSettings = Pick<Configuration, 'CONNECTIONS_AT_ONCE' | 'CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'>;

/**
 * Holds at most `CONNECTIONS_AT_ONCE` connections, and of one client network at most `CONNECTIONS_PER_ADDRESS`; more are closed. Behind a trusted proxy,
 * whose connections carry everybody, the share counts open requests by the address that the proxy names, and more get 429 `rate_limited`.
 */
export function shareConnections(fastify: FastifyInstance, settings: ShareSettings): void {
  fastify.server.maxConnections = settings.CONNECTIONS_AT_ONCE;
  const shares = new Shares(settings.CONNECTIONS_PER_ADDRESS);
  if (settings.TRUST_PROXY) shareRequests(fastify, shares);
  else
    // Before anything else hears of it.
    fastify.server.prependListener('connection', (socket) => {
      const network = clientNetworkOf(socket.remoteAddress ?? '');
      if (shares.enter(network)) socket.once('close', () => shares.leave(network));
      else socket.destroy();
    });
}

function shareRequests(fastify: FastifyInstance, shares: Shares): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const network = clientNetworkOf(request.ip);
    if (!shares.enter(network)) {
      done(new Rejected('rate_limited', 'Too many open requests from this address', { retry_after_seconds: 1 }));
      return;
    }
    whenRequestEnds(request.raw, reply.raw, () => shares.leave(network));
    done();
  });
}
