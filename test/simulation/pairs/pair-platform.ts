import { PlatformError, type Platform, type PlatformErrorKind, type PlatformPin } from '@pps/platform';
import type { Turns } from './turns';

const platform = 'platform';

export interface PublishedPin extends PlatformPin {
  readonly accountId: string;
}

/** An image-sharing network that creates what it is asked to; it may refuse the next call, or lose the next answer. */
export class PairPlatform {
  pins: PublishedPin[] = [];
  created = 0;
  refusesNext = false;
  losesNext = false;
  /** Called when the creation of a pin arrives. */
  onCreation: (accountId: string) => void = () => undefined;

  constructor(
    private readonly turns: Turns,
    private readonly clock: () => Date,
  ) {}

  /** What publishing and deletion use of the port; an access token is its account's id. */
  seenBy(task: string): Platform {
    const { turns } = this;
    const port: Pick<Platform, 'createPin' | 'boardPins' | 'deletePin'> = {
      createPin: async (accountId, draft) => {
        const create = () => this.create(accountId, draft);
        const answer = await turns.at(task, { writes: [platform, `calls of ${accountId}`] }, create);
        await turns.at(task, {}, () => undefined);
        if (answer === 'lost') throw failure('timeout', 'unknown');
        if (answer === 'refused') throw failure('invalid_image', 'refused');
        return { value: answer, ...this.context() };
      },
      boardPins: async (_, boardId) => {
        const list = () => this.pins.filter((pin) => pin.boardId === boardId);
        return { value: { items: await turns.at(task, { reads: [platform] }, list), bookmark: null }, ...this.context() };
      },
      deletePin: async (_, platformPinId) => {
        const remove = () => {
          const isThere = this.pins.some(({ id }) => id === platformPinId);
          this.pins = this.pins.filter(({ id }) => id !== platformPinId);
          return isThere;
        };
        if (!(await turns.at(task, { writes: [platform] }, remove))) throw failure('pin_not_found', 'refused');
        return { value: undefined, ...this.context() };
      },
    };
    return port as Platform;
  }

  private create(accountId: string, draft: Parameters<Platform['createPin']>[1]): PublishedPin | 'lost' | 'refused' {
    this.onCreation(accountId);
    if (this.refusesNext) {
      this.refusesNext = false;
      return 'refused';
    }
    const id = String(++this.created);
    const { boardId, title } = draft;
    const [description, link, altText] = [draft.description ?? null, draft.link ?? null, draft.altText ?? null];
    const shown = { boardId, boardSectionId: null, title, description, link, altText };
    const pin = { id, url: `https://p.example/${id}`, createdAt: this.clock(), accountId, ...shown };
    this.pins = [...this.pins, pin];
    const isLost = this.losesNext;
    this.losesNext = false;
    return isLost ? 'lost' : pin;
  }

  private context() {
    return { platformTime: this.clock(), clockSkewMs: 0, rateLimit: null };
  }
}

const failure = (kind: PlatformErrorKind, outcome: 'refused' | 'unknown'): PlatformError =>
  new PlatformError({ kind, outcome, operation: 'pins.create', reason: `the platform said ${kind}` });
