import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { AnswerCache, type CachedAnswer } from '@pps/read-store';
import { pinAnswersTotal } from '@pps/runtime';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';

const maxAgeMs = 60_000;
const sweepEveryMs = 10_000;

interface Found {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers about pins, from the cache while the organization has written nothing since they were read. */
@Injectable()
export class PinAnswers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly cache: AnswerCache;
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(APP) private readonly app: Pick<App, 'freshness' | 'configuration'>) {
    // A link in an answer works for nine tenths of its lifetime at least.
    this.cache = new AnswerCache({ maxAgeMs: Math.min(maxAgeMs, app.configuration.ASSET_LINK_LIFETIME / 10) });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.cache.removeExpired(), sweepEveryMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /**
   * Sets the answer's headers and gives its body: the one that `find` made of the rows of `pins`, or made earlier for the same `question` of a
   * credential that may see the same. What else may refuse the request comes before. Throws `NotFresh`, and what `find` throws.
   */
  async answer(reply: FastifyReply, principal: Principal, question: string, find: () => Promise<Found>): Promise<Buffer> {
    const { organizationId, projectId, epoch, accountIds } = principal;
    const position = await this.app.freshness.reach('pins', principal);
    const key = `${projectId} ${epoch} ${accountIds?.join() ?? '*'} ${question}`;
    let known = this.cache.get(organizationId, position, key);
    pinAnswersTotal.inc({ source: known ? 'cache' : 'database' });
    if (!known) {
      known = serialised(await find());
      this.cache.set(organizationId, position, key, known);
    }
    void reply.headers({ 'content-type': 'application/json; charset=utf-8', ...known.headers });
    return known.body;
  }
}

function serialised({ body, headers = {} }: Found): CachedAnswer {
  const text = JSON.stringify(body);
  // Not of the shared pool, of which a small entry would hold 8 KiB.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return { body: bytes, headers };
}
