import type { QuotaEntry, QuotaFact } from '@pps/billing/events';
import type { RecordedFact } from '@pps/event-store';
import { tableFrom } from '@pps/read-store';

interface Causer {
  readonly type: string;
  readonly id?: string;
}

/** What only the fact that consumed an entry says of it. */
export type ConsumedEntry = Pick<QuotaEntry, 'source' | 'accountId' | 'scheduleId'>;

/** One entry of a fact about a month's quota. */
export interface BookedEntry {
  readonly fact: RecordedFact<QuotaFact>;
  /** Place of the entry within its fact. */
  readonly item: number;
  readonly entry: { readonly entryId: string; readonly pinId: string; readonly at: string };
  /** What the entry said when it was consumed. */
  readonly consumed: ConsumedEntry | null;
  readonly reason: string | null;
  readonly actor: Causer;
  /** Units used in the month after it. */
  readonly balance: number;
}

export const quotaLedgerTable = tableFrom<BookedEntry>()({
  name: 'quota_ledger',
  meaning: 'Ledger of quota: one row a unit consumed or given back.',
  key: ['stream', 'revision', 'item'],
  indexes: [
    '(project_id, epoch, position desc, item desc)',
    '(project_id, epoch, month, position desc, item desc)',
    '(account_id, position desc, item desc)',
    '(entry_id)',
  ],
  columns: {
    stream: ['text not null', "The month's stream in the log.", ({ fact }) => fact.stream],
    revision: ['int not null', 'Revision of the fact in that stream.', ({ fact }) => fact.revision],
    item: ['int not null', 'Place of the entry within its fact.', ({ item }) => item],
    position: ['bigint not null', 'Position of the fact in the whole log.', ({ fact }) => fact.position.toString()],
    project_id: ['uuid not null', 'Project whose quota it is.', ({ fact }) => fact.metadata.projectId ?? ''],
    epoch: ['int not null', 'Epoch of the project.', ({ fact }) => fact.metadata.epoch ?? 0],
    month: ['text not null', 'Calendar month in UTC, yyyy-mm.', ({ fact }) => monthOf(fact.stream)],
    at: ['timestamptz not null', 'When it was consumed or given back.', ({ entry }) => entry.at],
    kind: ['text not null', 'consumed or released.', ({ fact }) => (fact.type === 'QuotaConsumed' ? 'consumed' : 'released')],
    entry_id: ['uuid not null', 'The entry; a release names the entry it gives back.', ({ entry }) => entry.entryId],
    pin_id: ['uuid not null', 'The pin it was for.', ({ entry }) => entry.pinId],
    account_id: [
      'uuid',
      'The account it was to be published with; unknown of what earlier releases consumed.',
      ({ consumed }) => consumed?.accountId ?? null,
    ],
    schedule_id: ['uuid', 'The schedule the pin comes from.', ({ consumed }) => consumed?.scheduleId ?? null],
    source: ['text', 'api, batch, import or schedule.', ({ consumed }) => consumed?.source ?? null],
    reason: ['text', 'Why it was given back.', ({ reason }) => reason],
    actor: ['text not null', 'Who caused it, type:id.', ({ actor }) => nameOf(actor)],
    balance: ['int not null', 'Units used in the month after this row.', ({ balance }) => balance],
  },
});

const nameOf = ({ type, id }: Causer): string => (id === undefined ? type : `${type}:${id}`);

/** `quota-<projectId>-<yyyy-mm>`, an epoch behind it after a reset. */
const monthOf = (stream: string): string => /-(\d{4}-\d{2})(?:-e\d+)?$/.exec(stream)?.[1] ?? '';
