import { Overloaded } from '@pps/concurrency';
import type { SealingKeys } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import type { SharedBuckets } from '@pps/rate-limits';
import { failureOf, type Logger } from '@pps/runtime';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { askAgainSeconds, answerRoom, renewEveryMs } from './idempotency.policy';
import type { HashedRequest, HeldKey, KeyRecords } from './key-records.store';

/** A request that its client named. */
export interface KeyedRequest {
  readonly projectId: string;
  readonly epoch: number;
  readonly organizationId: string;
  readonly route: string;
  readonly key: string;
}

/** What a request makes. */
export interface Creation {
  /** What is made takes its ids from this one: it is the same each time the request is begun. */
  readonly id: string;
  /** The request was begun before, and what became of that is not known. */
  readonly mayExist: boolean;
}

/** Whose answer it was, as plain JSON, and who may be shown it. */
export interface AnswerReader<Maker> {
  readonly maker: Maker;
  /** Throws for who may not. */
  readonly refuse: (maker: Maker) => void;
}

export interface IdempotentAnswer<Body> {
  readonly body: Body;
  readonly replayed: boolean;
}

interface StoredAnswer {
  readonly maker: unknown;
  readonly body: unknown;
}

export interface IdempotentAnswersDeps {
  readonly records: KeyRecords;
  readonly buckets: Pick<SharedBuckets, 'take' | 'owe'>;
  readonly sealers: SealingKeys;
  readonly hashKey: Buffer;
  readonly logger: Pick<Logger, 'warn'>;
}

const [compress, expand] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Does what a client's key names once, and answers its repeats as the first time for a day. */
export class IdempotentAnswers {
  constructor(private readonly deps: IdempotentAnswersDeps) {}

  /** Whether the key was used before, for whatever content. */
  async isKnown(request: KeyedRequest): Promise<boolean> {
    return this.deps.records.isKnown(this.hash(request));
  }

  /**
   * Runs `create` and keeps its answer, or gives the answer that the same content had before. A refusal of `create` is not kept. Throws
   * `Rejected('idempotency_key_reused')` for other content, `Rejected('conflict')` while another call works on it, `Rejected('rate_limited')` where too
   * much is kept for the project, and what `create` throws.
   */
  async answerOnce<Body, Maker>(
    request: KeyedRequest,
    content: string,
    reader: AnswerReader<Maker>,
    create: (creation: Creation) => Promise<Body>,
  ): Promise<IdempotentAnswer<Body>> {
    const hashed = this.hashed(request, content);
    const met = await this.deps.records.take(hashed);
    switch (met.kind) {
      case 'other content':
        throw reused('The idempotency key was used for other content on this route.');
      case 'held by another':
        throw new Rejected('conflict', 'A request with this idempotency key is being worked on.', { retry_after_seconds: askAgainSeconds });
      case 'answered': {
        const { maker, body } = await this.open(request, met.answer, met.creationId);
        reader.refuse(maker as Maker);
        return { body: body as Body, replayed: true };
      }
      case 'taken':
        return { body: await this.createUnder(request, met.held, reader.maker, create), replayed: false };
    }
  }

  private async createUnder<Body>(
    request: KeyedRequest,
    held: HeldKey,
    maker: unknown,
    create: (creation: Creation) => Promise<Body>,
  ): Promise<Body> {
    const { records } = this.deps;
    const mayExist = held.calls > 1;
    const renewing = setInterval(() => void records.renew(held).catch(() => undefined), renewEveryMs).unref();
    let body: Body;
    try {
      await this.requireRoom(request);
      body = await create({ id: held.creationId, mayExist });
    } catch (error) {
      // Where it cannot be told now, the hold ends by itself.
      await (isRefusal(error) && !mayExist ? records.free(held) : records.release(held)).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(renewing);
    }
    // What is done is answered as done; a repeat finds it by its ids.
    await this.keep(request, held, { maker, body }).catch((error: unknown) =>
      this.deps.logger.warn({ err: error }, 'the answer to an idempotency key could not be kept'),
    );
    return body;
  }

  private async requireRoom({ projectId }: KeyedRequest): Promise<void> {
    const seconds = await this.deps.buckets.take(bucketOf(projectId), answerRoom);
    if (seconds === 0) return;
    const words = 'Too many answers are kept for the idempotency keys of this project.';
    throw new Rejected('rate_limited', words, { retry_after_seconds: Math.max(1, Math.ceil(seconds)) });
  }

  private async keep({ organizationId, projectId }: KeyedRequest, held: HeldKey, answer: StoredAnswer): Promise<void> {
    const sealer = await this.deps.sealers.toSeal(subjectOf(organizationId));
    // Of an organization that was forgotten meanwhile nothing is kept.
    if (!sealer) return this.deps.records.free(held);
    const sealed = sealer.seal(await compress(JSON.stringify(answer)), placeOf(held.creationId));
    await this.deps.records.keep(held, sealed);
    await this.deps.buckets.owe(bucketOf(projectId), answerRoom, Math.floor(sealed.length / 1024));
  }

  private async open({ organizationId }: KeyedRequest, sealed: Buffer, creationId: string): Promise<StoredAnswer> {
    const subject = subjectOf(organizationId);
    const sealer = (await this.deps.sealers.toOpen([subject])).get(subject);
    if (!sealer) throw reused('What was answered to this idempotency key cannot be read any more.');
    return JSON.parse((await expand(sealer.open(sealed, placeOf(creationId)))).toString()) as StoredAnswer;
  }

  private hashed(request: KeyedRequest, content: string): HashedRequest {
    const requestHash = this.hash(request);
    const contentHash = createHmac('sha256', this.deps.hashKey).update(requestHash).update(content).digest();
    return { requestHash, contentHash };
  }

  private hash({ projectId, epoch, route, key }: KeyedRequest): Buffer {
    return createHmac('sha256', this.deps.hashKey)
      .update(JSON.stringify(['idempotency key', projectId, epoch, route, key]))
      .digest();
  }
}

/** Whether a call was refused before anything was done. */
const isRefusal = (error: unknown): boolean => !(error instanceof Overloaded) && failureOf(error).status < 500;

const reused = (message: string): Rejected => new Rejected('idempotency_key_reused', message);
const subjectOf = (organizationId: string): string => `organization:${organizationId}`;
const placeOf = (creationId: string): string => `idempotent answer\n${creationId}`;
const bucketOf = (projectId: string): string => `idempotent answers ${projectId}`;
