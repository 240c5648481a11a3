import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { KeyedMutex } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { APP, type App } from '../../foundation/bind-app';
import { Credentials } from '../auth/credential.guard';
import { whenRequestEnds } from '../http/request-end';
import { ChangeFeed } from './change-feed';
import { ChangeListener, type ListenerParts } from './change-listener';
import { earlierChanges } from './earlier-changes';
import { namedByFacts, type FindNamed } from './named-by-facts';
import { showChange, shownTrees, viewOf } from './shown-change';
import { StreamShares } from './stream-shares';
import { positionOf } from './change-text';

/** Proxies and clients give up a silent connection after half a minute or more. */
const longestHeartbeatMs = 15_000;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Some proxies keep a stream back otherwise.
  'x-accel-buffering': 'no',
} as const;

export interface WantedStream {
  readonly lastEventId: string | undefined;
  readonly maxSeconds: number | undefined;
}

/** Who does not say that he takes a stream of events, as whatever asks every route does not, is told what there is, and is not kept waiting. */
function lastsMs({ headers: { accept = '' } }: FastifyRequest, maxSeconds: number | undefined): number | null {
  if (maxSeconds !== undefined) return maxSeconds * 1_000;
  return /text\/event-stream/i.test(accept) ? null : 0;
}

/** The open streams of changes of this process. */
@Injectable()
export class ChangeStreams implements OnModuleDestroy {
  private readonly feed: ChangeFeed;
  private readonly shares: StreamShares;
  private readonly findNamed: FindNamed;
  private readonly catchingUp = new KeyedMutex();
  private readonly open = new Set<ChangeListener>();

  constructor(
    @Inject(APP) private readonly app: App,
    private readonly credentials: Credentials,
  ) {
    this.feed = new ChangeFeed(app);
    this.shares = new StreamShares(app.configuration);
    this.findNamed = namedByFacts(app.store);
  }

  /** Answers with a stream. Throws `Rejected('rate_limited')`, `Overloaded`, `StoreUnavailable`. */
  async answer(caller: Principal, request: FastifyRequest, reply: FastifyReply, wanted: WantedStream): Promise<void> {
    if (request.method === 'HEAD') {
      // Of a stream no length is told.
      void reply.headers(headers).send(Readable.from([]));
      return;
    }
    const { raw } = reply;
    const credentialId = caller.keyId ?? caller.sessionId ?? caller.userId;
    const leaveShares = this.shares.enter(caller.organizationId, credentialId, () => listener.end('making_room'));
    const listener: ChangeListener = this.listen(caller, request, wanted, {
      inTurn: (work) => this.catchingUp.runExclusive(credentialId, work),
      cut: () => {
        if (!raw.writableFinished) raw.destroy();
      },
    });
    this.open.add(listener);
    const close = () => {
      listener.leave();
      this.open.delete(listener);
      this.feed.leave(caller.organizationId, listener);
      // What is looked up for it yet ends at its next step, one credential's after the other.
      leaveShares();
    };
    // Also where joining fails.
    whenRequestEnds(request.raw, raw, close);
    const recent = await this.feed.join(caller.organizationId, listener);
    const { lastEventId } = wanted;
    const begin = lastEventId === undefined ? null : (positionOf(lastEventId) ?? 'unknown');
    void reply.headers(headers).send(Readable.from(listener.tell(recent, begin)));
    raw.once('close', () => this.logEnd(request, reply, listener));
  }

  /** How many streams are open. */
  get count(): number {
    return this.open.size;
  }

  onModuleDestroy(): void {
    for (const listener of this.open) listener.end('shutting_down');
    this.feed.stop();
  }

  private listen(
    caller: Principal,
    request: FastifyRequest,
    { maxSeconds }: WantedStream,
    ofAnswer: Pick<ListenerParts, 'inTurn' | 'cut'>,
  ): ChangeListener {
    const { app, findNamed } = this;
    const treeIds = shownTrees(caller);
    return new ChangeListener({
      caller,
      findHolder: () => this.findHolder(request),
      view: viewOf(caller),
      show: (change) => showChange({ live: app.live, findNamed }, caller, change),
      findEarlier: (after, upTo) => earlierChanges(app, { organizationId: caller.organizationId, treeIds, after, upTo }),
      readHead: () => app.live.readHead(),
      heartbeatMs: Math.min(longestHeartbeatMs, app.configuration.IDLE_TIMEOUT / 3),
      lastsMs: lastsMs(request, maxSeconds),
      ...ofAnswer,
    });
  }

  private async findHolder(request: FastifyRequest): Promise<Principal | null> {
    const credential = this.credentials.presentedBy(request);
    if (!credential) return null;
    try {
      return await this.credentials.authenticate(credential, request);
    } catch (error) {
      if (error instanceof Rejected) return null;
      throw error;
    }
  }

  /** Of a stream that its client closed nothing else says that it ended. */
  private logEnd(request: FastifyRequest, reply: FastifyReply, { told }: ChangeListener): void {
    if (reply.raw.writableFinished) return;
    const { method } = request;
    const line = { method, route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime), told };
    this.app.logger.info({ ...line, request_id: request.id }, 'request');
  }
}
