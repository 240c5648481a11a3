import { Dispatcher } from 'undici';

/** What comes back for one request, byte by byte. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  /** Where the connection breaks: before the answer, or behind half of it. */
  readonly breaks?: 'before' | 'within';
}

export interface HttpQuestion {
  readonly method: string;
  readonly path: string;
}

/** Answers every request in this process, so that what is above the sockets can be asked a million times. */
export class HttpReplies extends Dispatcher {
  constructor(private readonly answer: (question: HttpQuestion) => HttpReply) {
    super();
  }

  override dispatch({ method, path, body }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const controller = new ReplyController();
    handler.onRequestStart?.(controller, {});
    if (typeof body === 'object' && body !== null && 'destroy' in body) (body as { destroy(): void }).destroy();
    queueMicrotask(() => {
      if (controller.aborted) return handler.onResponseError?.(controller, controller.reason ?? new Error('aborted'));
      const { status, headers, body: bytes, breaks } = this.answer({ method, path });
      const broken = Object.assign(new Error('broken'), { code: 'UND_ERR_SOCKET' });
      if (breaks === 'before') return handler.onResponseError?.(controller, broken);
      handler.onResponseStart?.(controller, status, { ...headers }, '');
      if (bytes.length > 0) handler.onResponseData?.(controller, breaks ? bytes.subarray(0, bytes.length / 2) : bytes);
      if (breaks) handler.onResponseError?.(controller, broken);
      else handler.onResponseEnd?.(controller, {});
    });
    return true;
  }

  override async close(): Promise<void> {
    return undefined;
  }

  override async destroy(): Promise<void> {
    return undefined;
  }
}

class ReplyController implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }
}
