import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { AdaptiveShare, EventLoopLoad, FairSemaphore } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import { CONFIGURATION, takesFiles, type Configuration } from '@pps/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, from, switchMap, type Observable } from 'rxjs';
import { MachineLoad } from './machine-load';
import type { AuthenticatedRequest } from './principal.decorator';

type Settings = Pick<
  Configuration,
  'REQUESTS_AT_ONCE' | 'REQUESTS_AT_ONCE_SHARED' | 'REQUESTS_BUSY_ABOVE' | 'REQUESTS_WAITING' | 'REQUEST_WAIT'
>;

/** How many organizations at their own bound may wait together. */
const fullQueues = 10;

/**
 * Works on a bounded number of authenticated requests at once, round robin over organizations, so that one organization's flood slows itself only.
 * While this process or its machine is busy, an organization has one at once beside others; nothing is kept back from one that is alone.
 * A permit is held until the answer is known, not while a client reads it. Uploads, which take as long as their client likes, have limits of their own.
 */
@Injectable()
export class FairRequests implements NestInterceptor {
  private readonly semaphore: FairSemaphore;

  constructor(@Inject(CONFIGURATION) settings: Settings) {
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

  /** How many requests wait for a permit. */
  get backlog(): number {
    return this.semaphore.backlog;
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & AuthenticatedRequest>();
    const { principal } = request;
    if (!principal || takesFiles(request)) return next.handle();
    const { raw } = http.getResponse<FastifyReply>();
    const free = raw.destroyed ? null : this.semaphore.tryAcquire(principal.organizationId);
    if (free) return next.handle().pipe(finalize(free));
    const hangUp = watchHangUp(raw);
    const permit = this.semaphore.acquire(principal.organizationId, hangUp.signal).finally(hangUp.release);
    return from(permit).pipe(switchMap((release) => next.handle().pipe(finalize(release))));
  }
}

/** Aborted when the client is gone, so that nobody waits for its permit any more; to be released before the answer, whose end is a 'close' too. */
function watchHangUp(raw: FastifyReply['raw']): { readonly signal: AbortSignal; readonly release: () => void } {
  const gone = new AbortController();
  const abort = (): void => gone.abort(new Rejected('bad_request', 'The client hung up'));
  // 'close' comes once: of a client that hung up while its credential was checked it has come already.
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return { signal: gone.signal, release: () => void raw.off('close', abort) };
}
