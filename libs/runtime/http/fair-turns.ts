import { Overloaded } from '@pps/concurrency';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { clientNetworkOf } from './client-network';

type Begin = (refusal?: Error) => void;

const waitingPerKey = 2_000;
/** How long nothing begins while connections come in turn after turn. */
const longestBurstMs = 250;

/**
 * Lets one request begin in a turn of the event loop, keys round robin; more wait for the next turns. Node accepts one connection in a turn (libuv 1.46):
 * were all worked on that came meanwhile, a turn of hundreds would take a second, and who connects then would wait for as many turns as others connect
 * beside him. What comes alone begins at once.
 */
export class FairTurns {
  private readonly queues = new Map<string, Begin[]>();
  private hasBegun = false;
  private hasAccepted = false;
  private burstSince: number | null = null;
  private isScheduled = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Calls `begin` now or in a later turn; with `Overloaded` where 2,000 of the key wait. */
  request(key: string, begin: Begin): void {
    this.endTurnLater();
    const queue = this.queues.get(key);
    if (this.queues.size === 0 && !this.hasBegun) {
      this.hasBegun = true;
      begin();
    } else if (!queue) this.queues.set(key, [begin]);
    else if (queue.length < waitingPerKey) queue.push(begin);
    else begin(new Overloaded('caller'));
  }

  /** Resolves in the key's next turn; rejects as `request` refuses. */
  wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => this.request(key, (refusal) => (refusal ? reject(refusal) : resolve())));
  }

  /** To be told of each connection that is accepted: as long as they come in each turn, they go first. */
  noteAccepted(): void {
    this.hasAccepted = true;
    this.endTurnLater();
  }

  private endTurnLater(): void {
    if (!this.isScheduled) setImmediate(() => this.endTurn());
    this.isScheduled = true;
  }

  private endTurn(): void {
    this.isScheduled = false;
    this.hasBegun = false;
    this.burstSince = this.hasAccepted ? (this.burstSince ?? this.now()) : null;
    this.hasAccepted = false;
    const isBurst = this.burstSince !== null && this.now() - this.burstSince < longestBurstMs;
    if (!isBurst) this.beginNext();
    if (this.queues.size > 0 || this.burstSince !== null || this.hasBegun) this.endTurnLater();
  }

  private beginNext(): void {
    const [next] = this.queues;
    if (!next) return;
    const [key, queue] = next;
    const begin = queue.shift();
    // It is served again after every other key.
    this.queues.delete(key);
    if (queue.length > 0) this.queues.set(key, queue);
    this.hasBegun = true;
    begin?.();
  }
}

/** Lets requests begin fairly between the credentials that they show, which nobody has looked at yet, and between the networks of those that show none. */
export function beginFairly(fastify: FastifyInstance, turns: FairTurns): void {
  fastify.server.on('connection', () => turns.noteAccepted());
  fastify.addHook('onRequest', (request, _reply, done) => turns.request(keyOf(request), done));
}

function keyOf({ headers, ip }: FastifyRequest): string {
  const shown = headers['x-api-key'] ?? headers.authorization;
  return shown === undefined ? clientNetworkOf(ip) : createHash('sha256').update(String(shown)).digest('base64');
}
