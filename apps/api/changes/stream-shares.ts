import { Overloaded } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';

type ShareSettings = Pick<Configuration, 'CHANGE_STREAMS' | 'CHANGE_STREAMS_PER_ORGANIZATION' | 'CHANGE_STREAMS_PER_CREDENTIAL'>;

const retryAfterSeconds = 5;
/** How many streams that had to make room may still be closing, of those that a process holds. */
const closingShare = 0.1;

/** One stream that is held. */
interface HeldStream {
  readonly names: readonly string[];
  /** Asks it to end. */
  readonly end: () => void;
}

/** How many streams of changes this process holds, in all, of an organization and of one session or key. */
export class StreamShares {
  private readonly organizations = new Map<string, Set<HeldStream>>();
  private readonly credentials = new Map<string, Set<HeldStream>>();
  private readonly closing = new Set<HeldStream>();
  private all = 0;

  constructor(private readonly settings: ShareSettings) {}

  /**
   * Gives what ends it, once. Where the process has no room, the newest stream of the organization that holds most of them is ended for one that holds
   * fewer. Throws `Rejected('rate_limited')` for a caller with too many, `Overloaded` where the process has.
   */
  enter(organizationId: string, credentialId: string, end: () => void): () => void {
    const { CHANGE_STREAMS, CHANGE_STREAMS_PER_ORGANIZATION, CHANGE_STREAMS_PER_CREDENTIAL } = this.settings;
    refuseAbove(CHANGE_STREAMS_PER_CREDENTIAL, sizeOf(this.credentials, credentialId), 'this session or key');
    const held = sizeOf(this.organizations, organizationId);
    refuseAbove(CHANGE_STREAMS_PER_ORGANIZATION, held, 'this organization');
    if (this.all >= CHANGE_STREAMS) this.makeRoomFor(held + 1);
    const stream: HeldStream = { names: [organizationId, credentialId], end };
    this.all++;
    add(this.organizations, organizationId, stream);
    add(this.credentials, credentialId, stream);
    return () => {
      if (!this.closing.delete(stream)) this.release(stream);
    };
  }

  private makeRoomFor(wanted: number): void {
    let most: ReadonlySet<HeldStream> = new Set();
    for (const streams of this.organizations.values()) if (streams.size > most.size) most = streams;
    const newest = [...most].at(-1);
    const isClosingMany = this.closing.size >= Math.max(1, this.settings.CHANGE_STREAMS * closingShare);
    if (!newest || most.size <= wanted || isClosingMany) throw new Overloaded('all');
    this.release(newest);
    this.closing.add(newest);
    newest.end();
  }

  private release(stream: HeldStream): void {
    const [organizationId = '', credentialId = ''] = stream.names;
    if (remove(this.organizations, organizationId, stream)) this.all--;
    remove(this.credentials, credentialId, stream);
  }
}

type Held = Map<string, Set<HeldStream>>;

const sizeOf = (held: Held, name: string): number => held.get(name)?.size ?? 0;

function add(held: Held, name: string, stream: HeldStream): void {
  held.set(name, (held.get(name) ?? new Set()).add(stream));
}

function remove(held: Held, name: string, stream: HeldStream): boolean {
  const streams = held.get(name);
  const wasHeld = streams?.delete(stream) === true;
  if (streams?.size === 0) held.delete(name);
  return wasHeld;
}

function refuseAbove(most: number, held: number, whose: string): void {
  if (held < most) return;
  throw new Rejected(
    'rate_limited',
    `${most} streams of changes of ${whose} are open`,
    { limit: most, retry_after_seconds: retryAfterSeconds },
    { remediation: 'Share one stream, or close one that nobody reads.' },
  );
}
