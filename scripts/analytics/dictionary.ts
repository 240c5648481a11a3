import type { Database } from '@pps/read-store';
import { projections } from '@projections/index';
import { fillGenerated } from '../../test/setup/analytics/generated-database.fixture';
import { sinceOf } from './since';

export interface DictionaryColumn {
  readonly name: string;
  readonly type: string;
  readonly meaning: string | null;
  /** One of the values that generated facts give it; null where they give none. */
  readonly example: string | null;
  /** The release since which it is there. */
  readonly since: string;
}

export interface DictionaryView {
  readonly name: string;
  readonly meaning: string | null;
  /** Types of the facts that its rows are made of; none where it shows no facts. */
  readonly facts: readonly string[];
  readonly columns: readonly DictionaryColumn[];
}

const pins = 100;
const longest = 40;

/** What an empty database shows to analysts once every projection has its tables and some facts. */
export async function dictionary(emptyDatabase: Database): Promise<DictionaryView[]> {
  await fillGenerated(emptyDatabase, pins);
  const { rows } = await emptyDatabase.raw<{ rows: (Omit<DictionaryView, 'facts' | 'columns'> & { columns: DictionaryColumn[] })[] }>(`
    select relname as name, obj_description(class.oid) as meaning,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'meaning', col_description(class.oid, attnum))
         order by attnum) from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped) as columns
    from pg_class class where relnamespace = 'analytics'::regnamespace and relkind = 'v' order by relname`);
  const views: DictionaryView[] = [];
  for (const view of rows) {
    const facts = projections.find(({ tables }) => tables.includes(view.name))?.handles ?? [];
    const examples = facts.length > 0 ? await readExamples(emptyDatabase, view.name, view.columns) : {};
    const columns = view.columns.map((column) => ({
      ...column,
      example: shorten(examples[column.name]),
      since: sinceOf(view.name, column.name),
    }));
    views.push({ ...view, facts, columns });
  }
  return views;
}

/** The last value of each column in alphabetical order, so that it is always the same. */
async function readExamples(
  db: Database,
  view: string,
  columns: readonly Pick<DictionaryColumn, 'name'>[],
): Promise<Record<string, string | null>> {
  const values = columns.map(({ name }) => `max("${name}"::text collate "C") as "${name}"`);
  return db.transaction(async (tx) => {
    await tx.raw(`set local timezone = 'UTC'`);
    const { rows } = await tx.raw<{ rows: Record<string, string | null>[] }>(`select ${values.join(', ')} from analytics.${view}`);
    return rows[0] ?? {};
  });
}

function shorten(value: string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  return value.length > longest ? `${value.slice(0, longest)}…` : value;
}
