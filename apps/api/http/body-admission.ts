import { Overloaded } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify';
import { clientNetworkOf, type Configuration } from '@pps/runtime';
import { anonymousBodyLimitOf } from './route-setting.decorator';
import { whenRequestEnds } from './request-end';

declare module 'fastify' {
  interface FastifyInstance {
    bodyAdmission: BodyAdmission;
  }
  interface FastifyRequest {
    /** What the request holds of the bytes that all bodies together may have. */
    heldBody: HeldBody | null;
  }
}

/** Gives under what a sender's bodies are counted together, or null for one without a good credential. */
type IdentifySender = (request: FastifyRequest) => Promise<string | null>;

type Settings = Pick<Configuration, 'BODIES_MB' | 'BODY_LEAST_RATE' | 'BODY_RATE_WINDOW'>;

const shareOfOne = 4;

/**
 * Decides how much of a body is received. Who shows no good credential gets 64 KiB; all bodies that a process holds until they are answered have a bound,
 * of which one sender gets a quarter, and those without a credential have a bound of their own, by address.
 */
export class BodyAdmission {
  private readonly known: ByteShares;
  private readonly strangers: ByteShares;
  private identify: IdentifySender | null = null;

  constructor(readonly settings: Settings) {
    const most = settings.BODIES_MB * 1024 * 1024;
    this.known = new ByteShares(most, most / shareOfOne);
    this.strangers = new ByteShares(most / 2, most / 2 / shareOfOne);
  }

  /** Until this is called a host asks for no credential, and everybody may send what a route takes. */
  identifyBy(identify: IdentifySender): void {
    this.identify = identify;
  }

  /** Null for a sender without a good credential; where no credentials are asked for, its network. */
  async senderOf(request: FastifyRequest): Promise<string | null> {
    return this.identify ? this.identify(request) : clientNetworkOf(request.ip);
  }

  /** Begins to hold a body of a request; `hold` has to be asked before so many bytes are taken. */
  begin(request: FastifyRequest): HeldBody {
    return (request.heldBody ??= new HeldBody(request, this, { known: this.known, strangers: this.strangers }));
  }
}

/** The bytes that one request holds. */
class HeldBody {
  private bytes = 0;
  private hasEnded = false;
  private counted: { readonly shares: ByteShares; readonly key: string } | null = null;

  constructor(
    private readonly request: FastifyRequest,
    private readonly admission: BodyAdmission,
    private readonly shares: { readonly known: ByteShares; readonly strangers: ByteShares },
  ) {}

  /**
   * Holds `bytes` in all. Throws Fastify's 413 for more than this sender may send, `Overloaded` for more than is held at once, `Rejected` with `bad_request`
   * once the request has ended.
   */
  async hold(bytes: number, limit: number): Promise<void> {
    if (bytes > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    if (bytes <= this.bytes) return;
    const network = clientNetworkOf(this.request.ip);
    const isSmall = bytes <= anonymousBodyLimitOf(this.request.routeOptions);
    if (isSmall && this.counted?.shares !== this.shares.known && this.take(this.shares.strangers, network, bytes)) return;
    const sender = await this.admission.senderOf(this.request);
    if (sender === null)
      throw isSmall ? new Overloaded(this.shares.strangers.fullFor(network)) : new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    if (!this.take(this.shares.known, sender, bytes)) throw new Overloaded(this.shares.known.fullFor(sender));
  }

  /** Gives back what is held; nothing is held afterwards. */
  end(): void {
    this.hasEnded = true;
    this.counted?.shares.give(this.counted.key, this.bytes);
    [this.counted, this.bytes] = [null, 0];
  }

  private take(shares: ByteShares, key: string, bytes: number): boolean {
    // The client may leave while its credential is looked at, and nobody would give back what is taken after that.
    if (this.hasEnded) throw new Rejected('bad_request', 'The body ended too early');
    const before = this.counted;
    const more = before?.shares === shares && before.key === key ? bytes - this.bytes : bytes;
    if (!shares.take(key, more)) return false;
    if (more === bytes) before?.shares.give(before.key, this.bytes);
    [this.counted, this.bytes] = [{ shares, key }, bytes];
    return true;
  }
}

/** Installs it; what a request holds is given back when its answer is out or its connection is gone. */
export function admitBodies(fastify: FastifyRequest['server'], admission: BodyAdmission): void {
  fastify.decorate('bodyAdmission', admission);
  fastify.decorateRequest('heldBody', null);
  fastify.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    whenRequestEnds(request.raw, reply.raw, () => admission.begin(request).end());
    done();
  });
}

/** Bytes that are held at once, `most` in all and `mostOfOne` under one key. */
export class ByteShares {
  private held = 0;
  private readonly heldBy = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /** False, and nothing taken, where that would be too many. What is taken has to be given back. */
  take(key: string, bytes: number): boolean {
    const own = (this.heldBy.get(key) ?? 0) + bytes;
    // Nobody is refused for being alone: one body of any size goes.
    if (own > Math.max(this.mostOfOne, bytes) || this.held + bytes > Math.max(this.most, bytes)) return false;
    this.held += bytes;
    this.heldBy.set(key, own);
    return true;
  }

  give(key: string, bytes: number): void {
    const left = (this.heldBy.get(key) ?? 0) - bytes;
    this.held -= bytes;
    if (left > 0) this.heldBy.set(key, left);
    else this.heldBy.delete(key);
  }

  /** Who holds so much that a key was refused: itself, or all together. */
  fullFor(key: string): 'caller' | 'all' {
    return (this.heldBy.get(key) ?? 0) >= this.mostOfOne / 2 ? 'caller' : 'all';
  }
}
