import { Streams, StreamStateCache, type NewFact, type RecordedFact } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { derivedId } from '@pps/kernel';
import type { PinView } from '@pps/pins/events';
import { PairGrants } from './pair-grants';
import { PairLog, logOrder } from './pair-log';
import { PairBodies } from './pair-bodies';
import { PairMutex } from './pair-mutex';
import { PairPayments } from './pair-payments';
import { PairPlatform, type PublishedPin } from './pair-platform';
import { PairRows, rows } from './pair-rows';
import { pinsOf } from './pins-of';
import { PairVault } from './pair-vault';
import type { Plant } from './planted-pair-bugs';
import { Turns } from './turns';

const begin = Date.parse('2026-11-20T10:00:00.000Z');
const hourMs = 3_600_000;

export const organizationId = derivedId('organization');
export const projectId = derivedId('project');
/** Two connected accounts. */
export const accountIds = [derivedId('account a'), derivedId('account b')] as const;

/** What is left of a world, for another one to begin with. */
export interface Start {
  readonly facts: readonly RecordedFact[];
  readonly published: readonly PublishedPin[];
  readonly created: number;
  readonly nowMs: number;
}

/** One project whose log, read models and platform only exist in memory; every call of a port waits for its turn. */
export class PairWorld {
  readonly turns = new Turns();
  readonly rows = new PairRows(this.turns);
  readonly vault = new PairVault(this.turns);
  readonly mutex = new PairMutex(this.turns);
  readonly bodies = new PairBodies(this.turns);
  readonly payments: PairPayments;
  readonly log: PairLog;
  readonly grants: PairGrants;
  readonly platform: PairPlatform;
  nowMs = begin;
  /** Pins of a plan's month. */
  quotaLimit = 100;
  /** A bug that this world has. */
  plant: Plant | undefined;
  /** What went wrong at the platform. */
  breach: string | null = null;
  /** Facts that a command has let a process answer. */
  readonly answered = new Set<string>();
  /** Accounts whose disconnection was answered. */
  readonly disconnected = new Set<string>();
  private readonly ids = new Map<string, number>();

  constructor(start?: Start) {
    this.log = new PairLog(this.clock, this.turns, (fact) => this.rows.note(fact));
    this.grants = new PairGrants(this.turns, this.log);
    this.platform = new PairPlatform(this.turns, this.clock);
    this.payments = new PairPayments(this.turns, this.clock);
    if (!start) return;
    this.nowMs = start.nowMs;
    this.log.copy(start.facts);
    this.platform.pins = [...start.published];
    this.platform.created = start.created;
    this.rows.catchUp();
  }

  readonly clock = (): Date => new Date(this.nowMs);

  end(): Start {
    const { log, platform, nowMs } = this;
    return { facts: log.facts, published: platform.pins, created: platform.created, nowMs };
  }

  passUntil(moment: string): void {
    this.nowMs = Math.max(this.nowMs, Date.parse(moment));
  }

  passHour(): void {
    this.nowMs += hourMs;
  }

  /** The same ids for the same task, whatever the others do meanwhile. */
  idsOf(task: string): () => string {
    return () => {
      const count = (this.ids.get(task) ?? 0) + 1;
      this.ids.set(task, count);
      return derivedId('of a pair', task, this.log.facts[0]?.id ?? '', count);
    };
  }

  /** `read` is what a request of a world with a bug read at its beginning. */
  streamsOf(task: string, read: ReadonlyMap<string, PinView> = new Map()): Streams {
    const pause = () => this.turns.at(task, {}, () => undefined);
    return new Streams(
      this.log.seenBy(task, (stream, fact) => this.planted(stream, fact, read)),
      new StreamStateCache(100),
      undefined,
      { pause, random: () => 0.5 },
    );
  }

  /** Who asks, once its request has come in: it sees what was written before. */
  async principal(task: string): Promise<Principal> {
    const asOf = await this.turns.at(task, { reads: [logOrder] }, () => this.log.head);
    return {
      ...{ kind: 'session', userId: derivedId('user'), organizationId, projectId, environment: 'production', epoch: 0 },
      ...{ scopes: ['read', 'write', 'destructive'], accountIds: null, asOf },
    };
  }

  /** Waits until the read models show what the credential has seen. */
  freshness(task: string) {
    const wait = (_: unknown, seen?: { readonly asOf?: bigint }) => {
      const asOf = seen?.asOf ?? this.log.head;
      return this.turns.at(
        task,
        { reads: [rows] },
        () => undefined,
        () => this.rows.position >= asOf,
      );
    };
    return { wait: wait as never };
  }

  /** The pins as the read model shows them, by their streams; none where nothing is planted. */
  async readPins(task: string): Promise<ReadonlyMap<string, PinView>> {
    if (!this.plant) return new Map();
    return this.turns.at(task, { reads: [rows] }, () => this.rows.shownPins());
  }

  private planted(stream: string, fact: NewFact, read: ReadonlyMap<string, PinView>): NewFact {
    const seen = read.get(stream);
    const state = pinsOf(this.log.facts).get(stream.slice('pin-'.length));
    return this.plant && seen && state ? this.plant(fact, seen, state) : fact;
  }
}
