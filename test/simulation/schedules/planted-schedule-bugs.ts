import type { Streams, EventStore, NewFact, RecordedFact } from '@pps/event-store';
import type { Breach } from '../violations';
import type { ScheduleParts } from './schedule-parts';

export interface PlantedScheduleBug {
  readonly bug: string;
  readonly breaches: readonly Breach[];
  readonly parts: Partial<ScheduleParts>;
}

/** What is appended and begins with a fact of this type is appended with other data. */
const changing = (type: string, change: (data: Readonly<Record<string, unknown>>) => object): Partial<ScheduleParts> => ({
  log: (real: EventStore) => ({
    ...real,
    append: (stream, facts, expected) =>
      real.append(stream, facts[0]?.type === type ? facts.map((fact) => changed(fact, change)) : facts, expected),
  }),
});

const changed = (fact: NewFact, change: (data: Readonly<Record<string, unknown>>) => object): NewFact => ({
  ...fact,
  data: change(fact.data as Readonly<Record<string, unknown>>),
});

const without =
  (field: string) =>
  (data: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(Object.entries(data).filter(([name]) => name !== field));

const deafTo = (process: string): Partial<ScheduleParts> => ({ isRunning: (name) => name !== process });

const unprojected = (isLost: (fact: RecordedFact) => boolean): Partial<ScheduleParts> => ({
  projected: (fact) => (isLost(fact) ? null : fact),
});

type Decide = Streams['decide'];

export const plantedScheduleBugs: readonly PlantedScheduleBug[] = [
  {
    bug: "a process's own clock says what is due",
    breaches: ['schedule fired early'],
    parts: {
      due: (real, ask, wall) => ({
        ...real,
        read: async (most, taken) => {
          const read = await real.read(most, taken);
          const due = ask(wall(), most, taken);
          return { ...read, now: new Date(wall()), due, nextInMs: due.length > 0 ? 0 : null };
        },
      }),
    },
  },
  {
    bug: 'a firing that queues without its claim in the log',
    breaches: ['pin of no fired schedule'],
    parts: {
      firing: (streams) => ({
        load: streams.load.bind(streams),
        decide: (async (type, id, origin, decide, options) => {
          if (type.category !== 'schedule') return streams.decide(type, id, origin, decide, options);
          const { state, revision } = await streams.load(type, id);
          const facts = decide(state);
          return { state: facts.reduce((folded, fact) => type.decider.evolve(folded, fact), state), facts, revision, position: null };
        }) as Decide,
      }),
    },
  },
  {
    bug: 'a claim that does not look whether the schedule was changed since',
    breaches: ['fired as it was'],
    parts: {
      firing: (streams) => ({
        load: streams.load.bind(streams),
        decide: ((type, id, origin, decide) => streams.decide(type, id, origin, decide)) as Decide,
      }),
    },
  },
  {
    bug: 'a failed pin that does not name the unit that it gives back',
    // Nobody gives it back, or a retry does in its place.
    breaches: ['unit not given back', 'unit given back twice'],
    parts: changing('PinFailed', without('releasedUnit')),
  },
  {
    bug: 'a retry that takes no unit',
    // Its pin holds none, or one that a later retry takes is left over.
    breaches: ['pin without a unit', 'unit without a pin'],
    parts: changing('PinRetryRequested', without('unit')),
  },
  {
    bug: 'a reset that leaves the schedules',
    breaches: ['fired after the reset'],
    parts: { presentEpoch: () => async () => true, ...unprojected(({ type }) => type === 'SandboxReset') },
  },
  {
    bug: 'schedules that never show in the queue',
    breaches: ['schedule missed'],
    parts: unprojected(({ type, position }) => type === 'ScheduleCreated' && position % 5n === 0n),
  },
  {
    bug: 'a deferral that nobody looks at again',
    breaches: ['schedule missed'],
    parts: changing('ScheduleDeferred', (data) => ({ ...data, nextTryAt: '2027-01-01T00:00:00.000Z' })),
  },
  {
    bug: 'a raised plan that nobody tells the deferred',
    breaches: ['schedule missed'],
    parts: deafTo('raised-plan-schedules'),
  },
  {
    bug: 'one that has fired is taken for queued, although its process died before that',
    breaches: ['schedule missed'],
    parts: { projected: (fact) => (fact.type === 'ScheduleFired' ? ({ ...fact, type: 'ScheduleCompleted' } as RecordedFact) : fact) },
  },
  {
    bug: 'schedules that do not follow their pins',
    breaches: ['end not told'],
    parts: deafTo('schedule-following'),
  },
  {
    bug: 'failures without a word',
    breaches: ['end not told'],
    parts: changing('ScheduleFailed', (data) => ({ ...data, errorMessage: '' })),
  },
];
