import { PlatformError, type PlatformPin, type Platform, type PlatformErrorKind, type PlatformOutcome } from '@pps/platform';
import type { DoorCall } from './door-watch';
import type { VirtualProcess } from './virtual-process';
import type { VirtualTime } from './virtual-time';

export interface Door {
  callStarted(call: DoorCall): void;
  callEnded(call: DoorCall): void;
  created(pinId: string): void;
}

export interface PlatformTroubles {
  /** Parts of the calls that meet each trouble. */
  readonly rateLimited: number;
  readonly failsBefore: number;
  readonly failsAfter: number;
  readonly dropsAnswer: number;
  readonly slow: number;
  readonly refused: number;
  readonly unauthorized: number;
  readonly unreachable: number;
}

export const noTroubles: PlatformTroubles = {
  rateLimited: 0,
  failsBefore: 0,
  failsAfter: 0,
  dropsAnswer: 0,
  slow: 0,
  refused: 0,
  unauthorized: 0,
  unreachable: 0,
};

/** Pins whose title begins so never reach it. */
export const hopeless = 'hopeless';

const listedForMs = 60 * 60_000;

interface StoredPin extends PlatformPin {
  readonly visibleAt: number;
}

/** An image-sharing network with troubles; what it creates exists, whether its caller learns of it or not. */
export class VirtualPlatform {
  troubles = noTroubles;
  isDown = false;
  private nextId = 1;
  private readonly boards = new Map<string, StoredPin[]>();

  constructor(
    private readonly time: VirtualTime,
    private readonly random: () => number,
    private readonly begin: number,
    private readonly wall: () => number,
    private readonly door: Door,
  ) {}

  /** What publishing uses of the port, called from this process; `accessToken` is the account's id. */
  seenBy(process: VirtualProcess): Pick<Platform, 'createPin' | 'boardPins'> {
    return {
      createPin: async (accountId, draft, { timeoutMs = 10_000 } = {}) => {
        const pinId = draft.media.kind === 'image_url' ? draft.media.url.slice('https://i.example/'.length) : '';
        const call = { pinId, accountId, boardId: draft.boardId };
        this.door.callStarted(call);
        const trouble = draft.title.startsWith(hopeless) ? 'unreachable' : this.trouble();
        const takesMs = trouble === 'slow' ? timeoutMs + this.random() * 5_000 : 20 + this.random() * 180;
        const creates = !['rateLimited', 'failsBefore', 'refused', 'unauthorized', 'unreachable'].includes(trouble);
        const ended = new Promise<StoredPin | null>((resolve) =>
          this.time.after(takesMs, () => {
            resolve(creates ? this.create(call, draft) : null);
            this.door.callEnded(call);
          }),
        );
        const lost = trouble === 'slow' || trouble === 'dropsAnswer';
        await process.sleep(lost ? timeoutMs : takesMs + 1);
        if (lost) throw failure('timeout', 'unknown', 'pins.create');
        if (trouble === 'failsAfter') throw failure('upstream', 'unknown', 'pins.create');
        const created = await ended;
        if (created) return { value: created, ...this.context() };
        throw this.refusal(trouble);
      },
      boardPins: async (_, boardId) => {
        await process.sleep(20 + this.random() * 100);
        if (this.isDown || this.random() < this.troubles.failsBefore) throw failure('upstream', 'unknown', 'board_pins.list');
        const items = (this.boards.get(boardId) ?? []).filter(({ visibleAt }) => visibleAt <= this.time.now);
        return { value: { items, bookmark: null }, ...this.context() };
      },
    };
  }

  private trouble(): keyof PlatformTroubles | 'none' {
    if (this.isDown) return this.random() < 0.5 ? 'failsBefore' : 'dropsAnswer';
    let luck = this.random();
    for (const [name, part] of Object.entries(this.troubles) as [keyof PlatformTroubles, number][]) {
      if (luck < part) return name;
      luck -= part;
    }
    return 'none';
  }

  private refusal(trouble: keyof PlatformTroubles | 'none'): PlatformError {
    if (trouble === 'rateLimited') return failure('rate_limited', 'refused', 'pins.create', Math.ceil(this.random() * 30));
    if (trouble === 'refused') return failure('invalid_image', 'refused', 'pins.create');
    if (trouble === 'unauthorized') return failure('unauthorized', 'refused', 'pins.create');
    if (trouble === 'unreachable') return failure('network', 'not_sent', 'pins.create');
    return failure('upstream', 'unknown', 'pins.create');
  }

  private create(
    { pinId }: { pinId: string },
    draft: { boardId: string; title: string; description?: string | null | undefined; link?: string | null | undefined },
  ): StoredPin {
    const id = String(this.nextId++);
    const { now } = this.time;
    const stored = {
      id,
      url: `https://p.example/${id}`,
      createdAt: new Date(Math.floor((this.begin + now) / 1_000) * 1_000),
      boardId: draft.boardId,
      boardSectionId: null,
      title: draft.title,
      description: draft.description ?? null,
      link: draft.link ?? null,
      altText: null,
      visibleAt: now + (this.random() < 0.3 ? this.random() * 20_000 : 0),
    };
    const pins = this.boards.get(draft.boardId) ?? [];
    pins.push(stored);
    // A pin that is older than any unknown outcome can be is not listed again.
    if (pins.length % 500 === 0)
      this.boards.set(
        draft.boardId,
        pins.filter(({ visibleAt }) => visibleAt > now - listedForMs),
      );
    else this.boards.set(draft.boardId, pins);
    this.door.created(pinId);
    return stored;
  }

  private context() {
    const platformTime = new Date(Math.floor((this.begin + this.time.now) / 1_000) * 1_000);
    return { platformTime, clockSkewMs: platformTime.getTime() - this.wall(), rateLimit: null };
  }
}

const failure = (kind: PlatformErrorKind, outcome: PlatformOutcome, operation: string, retryAfterSeconds?: number): PlatformError =>
  new PlatformError({ kind, outcome, operation, reason: `the platform's trouble: ${kind}`, retryAfterSeconds });
