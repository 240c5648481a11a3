import { migrate, setUpProjections, type Database } from '@pps/read-store';
import { projections } from '@projections/index';
import { allMigrations } from '../../apps/foundation/all-migrations';

export interface DictionaryColumn {
  readonly name: string;
  readonly type: string;
  readonly meaning: string | null;
}

export interface DictionaryView {
  readonly name: string;
  readonly meaning: string | null;
  readonly columns: readonly DictionaryColumn[];
}

/** What an empty database shows to analysts once every projection has its tables. */
export async function dictionary(emptyDatabase: Database): Promise<DictionaryView[]> {
  await migrate(emptyDatabase, allMigrations);
  await setUpProjections(emptyDatabase, projections, 'dictionary');
  const { rows } = await emptyDatabase.raw<{ rows: DictionaryView[] }>(`
    select relname as name, obj_description(class.oid) as meaning,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'meaning', col_description(class.oid, attnum))
         order by attnum) from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped) as columns
    from pg_class class where relnamespace = 'analytics'::regnamespace and relkind = 'v' order by relname`);
  return rows;
}
