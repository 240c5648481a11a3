import { Inject, Injectable, type CanActivate, type ExecutionContext, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AdaptiveShare, EventLoopLoad, FairSemaphore, Overloaded } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { APP, type App } from '../../foundation/bind-app';
import { FairTurns } from '../http/fair-turns';
import { takesFiles } from '../http/form-body.decorator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isBulkWork } from '../bulk/bulk-work.decorator';
import { MachineLoad } from './machine-load';
import type { AuthenticatedRequest } from './principal.decorator';

type Settings = Pick<
  Configuration,
  'BULK_WAIT' | 'REQUESTS_AT_ONCE' | 'REQUESTS_AT_ONCE_SHARED' | 'REQUESTS_BUSY_ABOVE' | 'REQUESTS_WAITING' | 'REQUEST_WAIT'
>;

/** How many organizations at their own bound may wait together. */
const fullQueues = 10;

interface PermittedWork {
  /** Of the request: nobody waits for one whose client is gone. */
  readonly raw: FastifyReply['raw'];
  readonly organizationId: string;
  readonly isBulk: boolean;
}

/** A request that holds a permit until it is answered. */
interface PermittedRequest {
  releasePermit?: () => void;
}

/**
 * Works on a bounded number of authenticated requests at once, round robin over organizations, so that one organization's flood slows itself only.
 * While this process or its machine is busy, an organization has one at once beside others; nothing is kept back from one that is alone.
 * A permit is held until the answer is known, not while a client reads it. Uploads, which take as long as their client likes, have limits of their own.
 * It is the last guard, so that what the others refuse takes no permit.
 */
@Injectable()
export class FairRequests implements CanActivate, OnModuleInit {
  private readonly semaphore: FairSemaphore;
  private readonly bulkWaitMs: number;

  constructor(
    @Inject(CONFIGURATION) settings: Settings,
    private readonly server: HttpAdapterHost,
    @Inject(APP) private readonly app: Pick<App, 'bulk'>,
    private readonly turns: FairTurns,
  ) {
    this.bulkWaitMs = settings.BULK_WAIT;
    const { REQUESTS_AT_ONCE, REQUESTS_AT_ONCE_SHARED, REQUESTS_BUSY_ABOVE, REQUESTS_WAITING, REQUEST_WAIT } = settings;
    const [loop, machine] = [new EventLoopLoad(), new MachineLoad()];
    const isBusy = () => Math.max(loop.share(), machine.share()) * 100 > REQUESTS_BUSY_ABOVE;
    const share = new AdaptiveShare({ most: REQUESTS_AT_ONCE_SHARED, isBusy });
    this.semaphore = new FairSemaphore({
      permits: REQUESTS_AT_ONCE,
      permitsPerKey: () => share.current(),
      queuePerKey: REQUESTS_WAITING,
      queue: REQUESTS_WAITING * fullQueues,
      waitMs: REQUEST_WAIT,
    });
  }

  onModuleInit(): void {
    const fastify = this.server.httpAdapter.getInstance<FastifyInstance>();
    // Every answer passes here when it is known, refusals and those of handlers that failed too, also when its client is gone.
    fastify.addHook('onSend', (request: FastifyRequest & PermittedRequest, _reply, _payload, done) => {
      request.releasePermit?.();
      done();
    });
  }

  /** How many requests wait for a permit. */
  get backlog(): number {
    return this.semaphore.backlog;
  }

  /** Throws `Overloaded` where too many wait or the wait is over. */
  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & AuthenticatedRequest & PermittedRequest>();
    const { principal } = request;
    if (!principal) return true;
    this.turns.trust(request, principal.organizationId);
    if (takesFiles(request)) return true;
    return this.permit(request, http.getResponse<FastifyReply>().raw, principal.organizationId, isBulkWork(request));
  }

  /** Does a part of a request, which may have several, under a permit of its own. Throws `Overloaded` as the guard does. */
  async runPermitted<T>(work: () => Promise<T>, { raw, organizationId, isBulk }: PermittedWork): Promise<T> {
    const part: PermittedRequest = {};
    await this.permit(part, raw, organizationId, isBulk);
    try {
      return await work();
    } finally {
      part.releasePermit?.();
    }
  }

  private permit(request: PermittedRequest, raw: FastifyReply['raw'], organizationId: string, isBulk: boolean): true | Promise<true> {
    if (isBulk) return this.permitBulkWork(request, raw, organizationId);
    const free = raw.destroyed ? null : this.semaphore.tryAcquire(organizationId);
    if (free) {
      request.releasePermit = free;
      return true;
    }
    return this.waitForPermit(request, raw, organizationId);
  }

  private async waitForPermit(request: PermittedRequest, raw: FastifyReply['raw'], organizationId: string): Promise<true> {
    const hangUp = watchHangUp(raw);
    request.releasePermit = await this.semaphore.acquire(organizationId, hangUp.signal).finally(hangUp.release);
    // The one before it was answered in this turn of the event loop: all that wait must not be the work of one turn.
    await this.turns.wait(organizationId);
    return true;
  }

  /** First among bulk work, without a permit: meanwhile the organization's other requests go on. */
  private async permitBulkWork(request: PermittedRequest, raw: FastifyReply['raw'], organizationId: string): Promise<true> {
    const hangUp = watchHangUp(raw);
    const timer = setTimeout(() => hangUp.abort(new Overloaded('all')), this.bulkWaitMs).unref();
    const { release } = await this.app.bulk.acquire(organizationId, hangUp.signal).finally(() => {
      clearTimeout(timer);
      hangUp.release();
    });
    try {
      await this.waitForPermit(request, raw, organizationId);
    } catch (error) {
      release();
      throw error;
    }
    const { releasePermit } = request;
    request.releasePermit = () => {
      release();
      releasePermit?.();
    };
    return true;
  }
}

interface HangUp {
  readonly signal: AbortSignal;
  readonly abort: (reason: Overloaded) => void;
  readonly release: () => void;
}

/** Aborted when the client is gone, so that nobody waits for its permit any more; to be released before the answer, whose end is a 'close' too. */
function watchHangUp(raw: FastifyReply['raw']): HangUp {
  const gone = new AbortController();
  const abort = (reason?: unknown): void =>
    gone.abort(reason instanceof Overloaded ? reason : new Rejected('bad_request', 'The client hung up'));
  // 'close' comes once: of a client that hung up while its credential was checked it has come already.
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return { signal: gone.signal, abort, release: () => void raw.off('close', abort) };
}
