import { QuotaCounter, quotaReleasing } from '@pps/billing';
import type { QuotaConsumed, QuotaEntry } from '@pps/billing/events';
import { ReleaseQuotaHandler } from '@pps/billing/testing';
import { type CommandRunner, type Origin, type RecordedFact } from '@pps/event-store';
import { fingerprintOf } from '@pps/pins';
import { pinStream } from '@pps/pins/events';
import { abandonPin, queuePin } from '@pps/pins/testing';
import { VirtualProcess } from './virtual-process';
import type { World } from './world';

export interface Draft {
  readonly pinId: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly boardId: string;
  readonly title: string;
}

const sweepAfterMs = 60_000;
const diesWithinMs = 10;

/** Takes pins in as the API does, quota first; the process that does it may die in between, and its client asks again. */
export class Intake {
  accepted = 0;
  private process: VirtualProcess;
  private runner: CommandRunner;
  private counter: QuotaCounter;
  private entries = 0;
  private isDoomed = false;
  private readonly asked = new Map<string, Draft>();
  private readonly unsettled = new Map<string, { readonly entry: QuotaEntry; readonly projectId: string; readonly at: number }>();

  constructor(private readonly world: World) {
    this.process = new VirtualProcess(world.time);
    this.runner = world.runnerOf(this.process);
    this.counter = new QuotaCounter(this.runner);
    world.onFact((fact) => this.settle(fact));
    void this.sweep();
    void this.release();
  }

  /** Whether nothing is being taken in. */
  get isIdle(): boolean {
    return this.unsettled.size === 0 && this.asked.size === 0;
  }

  take(draft: Draft): void {
    this.entries += 1;
    if (this.isDoomed) {
      this.isDoomed = false;
      this.world.time.after(this.world.options.random() * diesWithinMs, () => this.restart());
    }
    void this.takeIn(draft, `entry-${this.entries}`).catch((error: unknown) =>
      this.world.invariants.broken('process failed', `the intake: ${String(error)}`),
    );
  }

  /** Lets the process die soon after it begins to take in the next pin. */
  dieAtNext(): void {
    this.isDoomed = true;
  }

  /** Kills what takes pins in; of those it was taking in most are asked for again. */
  private restart(): void {
    this.process.kill();
    this.process = new VirtualProcess(this.world.time);
    this.runner = this.world.runnerOf(this.process);
    this.counter = new QuotaCounter(this.runner);
    const cutShort = [...this.asked.values()];
    this.asked.clear();
    for (const draft of cutShort) if (this.world.options.random() < 0.7) this.world.time.after(500, () => this.take(draft));
  }

  private async takeIn({ pinId, projectId, accountId, boardId, title }: Draft, entryId: string): Promise<void> {
    const at = this.world.clock().toISOString();
    const month = at.slice(0, 7);
    const origin: Origin = { projectId, epoch: 0, actor: { type: 'user' }, occurredAt: at };
    const entry = { entryId, pinId, units: 1, source: 'api' as const, at, actor: { type: 'user' } };
    const draft = { pinId, projectId, accountId, boardId, title };
    this.asked.set(entryId, draft);
    await this.counter.consume({ projectId, epoch: 0, month, limit: Infinity, entry, origin });
    const content = { title, imageUrl: `https://i.example/${pinId}` };
    const fingerprint = fingerprintOf(boardId, content);
    const queued = { pinId, projectId, epoch: 0, organizationId: 'o', accountId, boardId, content, contentHash: title, fingerprint };
    const pin = { ...queued, month, entryId, source: 'api' as const, queuedAt: at };
    await this.runner.run(pinStream, pinId, origin, (state) => queuePin(pin, state), { fresh: true });
    this.asked.delete(entryId);
  }

  private settle(fact: RecordedFact): void {
    if (fact.type === 'PinQueued') this.accepted += 1;
    if (fact.type === 'QuotaConsumed') {
      const at = this.world.time.now;
      for (const entry of (fact.data as QuotaConsumed['data']).entries)
        this.unsettled.set(entry.entryId, { entry, projectId: fact.metadata.projectId ?? '', at });
    }
    if (fact.type === 'PinQueued' || fact.type === 'PinAbandoned') this.unsettled.delete((fact.data as { entryId: string }).entryId);
  }

  /** Gives up entries that no pin has settled within a minute. */
  private async sweep(): Promise<void> {
    const process = new VirtualProcess(this.world.time);
    const runner = this.world.runnerOf(process);
    for (;;) {
      await process.sleep(5_000);
      for (const [entryId, { entry, projectId, at }] of this.unsettled) {
        if (at > this.world.time.now - sweepAfterMs) break;
        const occurredAt = this.world.clock().toISOString();
        const origin: Origin = { projectId, epoch: 0, actor: { type: 'system' }, occurredAt };
        const given = { pinId: entry.pinId, month: entry.at.slice(0, 7), entryId, at: occurredAt };
        const { facts } = await runner.run(pinStream, entry.pinId, origin, (state) => abandonPin(given, state));
        if (facts.length === 0) this.unsettled.delete(entryId);
      }
    }
  }

  private async release(): Promise<void> {
    const process = new VirtualProcess(this.world.time);
    const handler = new ReleaseQuotaHandler(this.world.runnerOf(process));
    const bus = { execute: (command: Parameters<ReleaseQuotaHandler['execute']>[0]) => handler.execute(command) };
    const releasing = quotaReleasing(bus as never, this.world.clock);
    const abandoned: RecordedFact[] = [];
    this.world.onFact((fact) => fact.type === 'PinAbandoned' && abandoned.push(fact));
    for (;;) {
      await process.sleep(1_000);
      for (const fact of abandoned.splice(0)) await releasing.react([fact, fact], null);
    }
  }
}
