import { Overloaded } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';

type ShareSettings = Pick<Configuration, 'CHANGE_STREAMS' | 'CHANGE_STREAMS_PER_ORGANIZATION' | 'CHANGE_STREAMS_PER_CREDENTIAL'>;

const retryAfterSeconds = 5;

/** How many streams of changes this process holds, in all, of an organization and of one session or key. */
export class StreamShares {
  private readonly held = new Map<string, number>();
  private all = 0;

  constructor(private readonly settings: ShareSettings) {}

  /** Gives what ends it, once. Throws `Rejected('rate_limited')` for a caller with too many, `Overloaded` where the process has. */
  enter(organizationId: string, credentialId: string): () => void {
    const { CHANGE_STREAMS, CHANGE_STREAMS_PER_ORGANIZATION, CHANGE_STREAMS_PER_CREDENTIAL } = this.settings;
    this.refuseAbove(CHANGE_STREAMS_PER_CREDENTIAL, credentialId, 'this session or key');
    this.refuseAbove(CHANGE_STREAMS_PER_ORGANIZATION, organizationId, 'this organization');
    if (this.all >= CHANGE_STREAMS) throw new Overloaded('all');
    const names = [organizationId, credentialId];
    this.all++;
    for (const name of names) this.held.set(name, (this.held.get(name) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.all--;
      for (const name of names) this.leave(name);
    };
  }

  private refuseAbove(most: number, name: string, whose: string): void {
    if ((this.held.get(name) ?? 0) < most) return;
    throw new Rejected(
      'rate_limited',
      `${most} streams of changes of ${whose} are open`,
      { limit: most, retry_after_seconds: retryAfterSeconds },
      { remediation: 'Share one stream, or close one that nobody reads.' },
    );
  }

  private leave(name: string): void {
    const held = (this.held.get(name) ?? 1) - 1;
    if (held > 0) this.held.set(name, held);
    else this.held.delete(name);
  }
}
