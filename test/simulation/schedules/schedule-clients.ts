import { Invalid, NotFound, Rejected } from '@pps/kernel';
import { describePin, pinStream } from '@pps/pins/events';
import { describeSchedule, followedPin, scheduleStream, type ScheduleView } from '@pps/schedules/events';
import {
  cancelSchedule,
  createSchedule,
  deletePin,
  deleteSchedule,
  editSchedule,
  retryPin,
  retrySchedule,
  type UseCaseDeps,
} from '@pps/use-cases';
import { VirtualProcess } from '../virtual-process';
import { scheduleUseCases } from './schedule-use-cases';
import type { Project, ScheduleWorld } from './schedule-world';

export interface NewSchedule {
  readonly project: Project;
  readonly accountId: string;
  readonly boardId: string;
  readonly assetId?: string;
  /** With any offset. */
  readonly runAt: string;
}

export type ClientAction = 'edit' | 'put off' | 'cancel' | 'retry' | 'delete' | 'delete pin' | 'retry pin';

/** Clients of an API process that dies now and then, in the middle of what it was asked. */
export class ScheduleClients {
  readonly made: { readonly scheduleId: string; readonly project: Project }[] = [];
  private process: VirtualProcess;
  private deps: UseCaseDeps;
  private titles = 0;

  constructor(private readonly world: ScheduleWorld) {
    this.process = new VirtualProcess(world.time);
    this.deps = scheduleUseCases(world, this.process);
  }

  die(): void {
    this.process.kill();
    this.process = new VirtualProcess(this.world.time);
    this.deps = scheduleUseCases(this.world, this.process);
  }

  create({ project, accountId, boardId, assetId, runAt }: NewSchedule, onMade: (scheduleId: string) => void = () => undefined): void {
    const media = assetId === undefined ? { imageUrl: 'https://i.example/1' } : { assetId };
    const content = { title: this.newTitle(), ...media };
    const request = { accountId, boardId, content, idempotencyKey: content.title, runAt: new Date(runAt).toISOString() };
    this.ask(async () => {
      const { schedule } = await createSchedule(this.deps, this.world.principal(project), request);
      this.made.push({ scheduleId: schedule.scheduleId, project });
      onMade(schedule.scheduleId);
    });
  }

  act(action: ClientAction, scheduleId: string, project: Project): void {
    const principal = this.world.principal(project);
    const { deps } = this;
    this.ask(async () => {
      const schedule = await this.find(scheduleId);
      if (!schedule || schedule.epoch !== principal.epoch) return;
      switch (action) {
        case 'edit':
          return editSchedule(deps, principal, scheduleId, ({ boardId, runAt, content }) => {
            return { boardId, runAt, content: { ...content, title: this.newTitle() } };
          });
        case 'put off': {
          const runAt = new Date(deps.clock().getTime() + 60_000 + this.world.random() * 3_600_000).toISOString();
          return editSchedule(deps, principal, scheduleId, ({ boardId, content }) => ({ boardId, runAt, content }));
        }
        case 'cancel':
          return cancelSchedule(deps, principal, scheduleId);
        case 'retry':
          return retrySchedule(deps, principal, scheduleId);
        case 'delete':
          return deleteSchedule(deps, principal, scheduleId);
        case 'delete pin':
        case 'retry pin': {
          const pin = schedule.pinId === null ? null : (await deps.streams.load(pinStream, schedule.pinId)).state;
          if (pin?.kind !== 'pin') return;
          if (action === 'delete pin') return deletePin(deps, principal, describePin(pin), { fromPlatform: false });
          return retryPin(deps, principal, pin, {});
        }
      }
    });
  }

  /** The schedule as clients see it; null once it was deleted. */
  async find(scheduleId: string): Promise<ScheduleView | null> {
    const { state } = await this.deps.streams.load(scheduleStream, scheduleId);
    if (state.kind !== 'schedule') return null;
    const pinId = 'pinId' in state ? state.pinId : null;
    const pin = pinId === null ? pinStream.decider.initial : (await this.deps.streams.load(pinStream, pinId)).state;
    return describeSchedule(state, followedPin(pin));
  }

  /** Refusals are what happens to clients; anything else is a fault. */
  private ask(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      const isForeseen = error instanceof Rejected || error instanceof NotFound || error instanceof Invalid;
      if (!isForeseen) this.world.violations.broken('process failed', `a client: ${error instanceof Error ? error.stack : String(error)}`);
    });
  }

  private readonly newTitle = (): string => `title ${++this.titles}`;
}
