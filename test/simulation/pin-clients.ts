import type { QuotaConsumed } from '@pps/billing/events';
import type { RecordedFact } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { createPin, identifyRequest, type PinRequest } from '@pps/use-cases';
import { simulatedCreation } from './simulated-creation';
import { startQuotaSweep } from './quota-sweep';
import { VirtualProcess } from './virtual-process';
import type { World } from './world';

export interface Draft {
  /** The idempotency key, which a client that asks again sends again. */
  readonly key: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly boardId: string;
  readonly title: string;
}

const diesWithinMs = 10;

/** Clients that create pins by the real use case, on an API process that may die in between; most of its clients then ask again. */
export class PinClients {
  /** Pins that were queued. */
  accepted = 0;
  private process: VirtualProcess;
  private creation: ReturnType<typeof simulatedCreation>;
  private requests = 0;
  private isDoomed = false;
  /** Requests without an answer yet, by number. */
  private readonly pending = new Map<number, Draft>();
  /** Reserved units of quota that no pin has confirmed yet. */
  private readonly reserved = new Set<string>();

  constructor(private readonly world: World) {
    this.process = new VirtualProcess(world.time);
    this.creation = simulatedCreation(world, this.process);
    world.onFact((fact) => this.observe(fact));
    startQuotaSweep(world);
  }

  /** Whether every request is answered and every unit is confirmed or released. */
  get isIdle(): boolean {
    return this.reserved.size === 0 && this.pending.size === 0;
  }

  create(draft: Draft): void {
    const number = ++this.requests;
    if (this.isDoomed) {
      this.isDoomed = false;
      this.world.time.after(this.world.options.random() * diesWithinMs, () => this.restart());
    }
    this.pending.set(number, draft);
    void this.ask(draft)
      .then(() => this.pending.delete(number))
      .catch((error: unknown) => this.world.invariants.broken('process failed', `creating a pin: ${String(error)}`));
  }

  /** Lets the API process die soon after it receives the next request. */
  dieAtNext(): void {
    this.isDoomed = true;
  }

  /** Kills the API process; most clients whose request was cut short send it again. */
  private restart(): void {
    this.process.kill();
    this.process = new VirtualProcess(this.world.time);
    this.creation = simulatedCreation(this.world, this.process);
    const cutShort = [...this.pending.values()];
    this.pending.clear();
    for (const draft of cutShort) if (this.world.options.random() < 0.7) this.world.time.after(500, () => this.create(draft));
  }

  private async ask({ key, projectId, accountId, boardId, title }: Draft): Promise<void> {
    const principal = principalOf(projectId);
    const named: PinRequest = { accountId, boardId, content: { title }, idempotencyKey: key };
    // The simulated platform distinguishes pins by their image.
    const { pinId } = identifyRequest(this.creation, principal, named);
    const request = { ...named, content: { title, imageUrl: `https://i.example/${pinId}` } };
    await createPin(this.creation, principal, request, 'api');
  }

  private observe(fact: RecordedFact): void {
    if (fact.type === 'PinQueued') this.accepted += 1;
    if (fact.type === 'QuotaConsumed') {
      for (const { entryId } of (fact.data as QuotaConsumed['data']).entries) this.reserved.add(entryId);
    }
    if (fact.type === 'PinQueued' || fact.type === 'PinAbandoned') this.reserved.delete((fact.data as { entryId: string }).entryId);
  }
}

const principalOf = (projectId: string): Principal => ({
  kind: 'session',
  userId: 'user',
  organizationId: 'organization',
  projectId,
  environment: 'production',
  epoch: 0,
  scopes: ['read', 'write', 'destructive'],
  accountIds: null,
  asOf: 0n,
});
