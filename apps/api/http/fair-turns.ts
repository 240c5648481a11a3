import { Overloaded } from '@pps/concurrency';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { clientNetworkOf } from '@pps/runtime';

type Begin = (refusal?: Error) => void;

const waitingPerKey = 2_000;
const waitingAtMost = 10_000;
// With the finest resolution the cache would start a timer in every millisecond.
const goodCredentials = { max: 10_000, ttl: 600_000, ttlResolution: 1_000 };
/** How long nothing begins while connections come in turn after turn. */
const longestBurstMs = 250;

/**
 * Lets one request begin in a turn of the event loop, keys round robin; more wait for the next turns. Node accepts one connection in a turn (libuv 1.46):
 * were all worked on that came meanwhile, a turn of hundreds would take a second, and who connects then would wait for as many turns as others connect
 * beside him. What comes alone begins at once.
 */
export class FairTurns {
  private readonly queues = new Map<string, Begin[]>();
  /** Organizations by the hash of what was shown. */
  private readonly organizations = new LRUCache<string, string>(goodCredentials);
  private waiting = 0;
  private hasBegun = false;
  private hasAccepted = false;
  private burstSince: number | null = null;
  private isScheduled = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Calls `begin` now or in a later turn; with `Overloaded` where 2,000 of the key wait, or 10,000 of all. */
  request(key: string, begin: Begin): void {
    this.endTurnLater();
    const queue = this.queues.get(key);
    if (this.queues.size === 0 && !this.hasBegun) {
      this.hasBegun = true;
      begin();
    } else if (queue && queue.length >= waitingPerKey) begin(new Overloaded('caller'));
    else if (this.waiting >= waitingAtMost) begin(new Overloaded('all'));
    else {
      this.waiting += 1;
      if (queue) queue.push(begin);
      else this.queues.set(key, [begin]);
    }
  }

  /** Resolves in the key's next turn; rejects as `request` refuses. */
  wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => this.request(key, (refusal) => (refusal ? reject(refusal) : resolve())));
  }

  /** To be told whose a request has turned out to be: from then on what shows the same credential takes its organization's turns. */
  trust({ headers }: Pick<FastifyRequest, 'headers'>, organizationId: string): void {
    const shown = digestOfCredential(headers);
    if (shown !== null) this.organizations.set(shown, organizationId);
  }

  /** Whose turns a request takes: its organization's where its credential was good before, else those of its client's network, whatever it shows. */
  keyOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): string {
    const shown = digestOfCredential(headers);
    return (shown === null ? undefined : this.organizations.get(shown)) ?? clientNetworkOf(ip);
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
    this.waiting -= 1;
    // It is served again after every other key.
    this.queues.delete(key);
    if (queue.length > 0) this.queues.set(key, queue);
    this.hasBegun = true;
    begin?.();
  }
}

/** Lets requests begin fairly between organizations, and between the networks of those that show no credential that was good before. */
export function beginFairly(fastify: FastifyInstance, turns: FairTurns): void {
  fastify.server.on('connection', () => turns.noteAccepted());
  fastify.addHook('onRequest', (request, _reply, done) => turns.request(turns.keyOf(request), done));
}

function digestOfCredential(headers: FastifyRequest['headers']): string | null {
  const shown = headers['x-api-key'] ?? headers.authorization ?? headers.cookie;
  return shown === undefined ? null : hash('sha256', String(shown), 'base64');
}
