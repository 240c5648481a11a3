import { ownedFiles, ownedTableCrossings, ownedThings, unqualifiedTables, type OwnedTableCrossing } from './owned-tables';
import { tableExceptions } from './table-exceptions';

const files = ownedFiles();
const line = ({ path, thing, owner }: OwnedTableCrossing) => `${path}: ${thing} is of ${owner}`;
const crossings = ownedTableCrossings(files);
const models = files.filter(({ path }) => /^libs\/.*(migrations?|schema)\.ts$|^libs\/read-store\/migrations|\.tables\.ts$/.test(path));
const planted = (text: string, path = 'libs/webhooks/deliveries/planted.ts') => ownedTableCrossings([...models, { path, text }]).map(line);

it('no code of one owner names a table of another, but for the exceptions', () => {
  const isAllowed = ({ path, owner }: OwnedTableCrossing) => {
    const owners = tableExceptions[path]?.owners ?? [];
    return owners === 'any' || owners.includes(owner);
  };
  expect(crossings.filter((crossing) => !isAllowed(crossing)).map(line)).toEqual([]);
});

it('every exception is outside of the product, and is needed', () => {
  for (const [path, { owners }] of Object.entries(tableExceptions)) {
    expect(path).toMatch(/^(test|bench|demo|scripts)\/|\.spec\.ts$/);
    const found = [...new Set(crossings.filter((crossing) => crossing.path === path).map(({ owner }) => owner))].sort();
    if (owners === 'any') expect(found).not.toEqual([]);
    else expect({ path, owners: found }).toEqual({ path, owners: [...owners].sort() });
  }
});

it('no table is named without its schema', () => {
  expect(unqualifiedTables(files)).toEqual([]);
});

it.each([
  "db.raw('select holder from lease where duty = ?')",
  'db.raw(`delete from only lease`)',
  'db.raw(`select 1 from ${other} join lease using (duty)`)',
  "tx('lease').where({ duty })",
])('a table without its schema is found in %s', (text) => {
  const path = 'libs/webhooks/planted.ts';
  expect(unqualifiedTables([...models, { path, text }])).toEqual([`${path}: lease lacks its schema`]);
});

it.each(['db.raw(`with lease as (select 1) select * from lease`)', "fail('Whoever takes over from lease to lease loses none.')"])(
  'but not in %s',
  (text) => expect(unqualifiedTables([...models, { path: 'libs/webhooks/planted.ts', text }])).toEqual([]),
);

it('knows what migrations made and what they moved', () => {
  const things = ownedThings(files);
  expect(things.get('vault.entry')).toBe('libs/vault');
  expect(things.get('pins.claim_publish')).toBe('libs/pins');
  expect(things.get('read_store.migration')).toBe('libs/read-store');
  expect(things.get('event_store.event')).toBe('libs/local-event-store');
  expect(new Set([...things.values()]).size).toBe(16);
});

it.each([
  ["db('pins.publish_grant').select()", 'libs/webhooks/deliveries/planted.ts: pins.publish_grant is of libs/pins'],
  ['db.raw(`select 1 from read.pins pin where ${x}`)', 'libs/webhooks/deliveries/planted.ts: read.pins is of projections/pins'],
  ['db.raw(`${a} join projection.publish_queue_v3 q`)', 'libs/webhooks/deliveries/planted.ts: projection.publish_queue_v3 is of libs/pins'],
  ['db.query(`select 1 from event_store.event`)', 'libs/webhooks/deliveries/planted.ts: event_store.event is of libs/local-event-store'],
  ['db.query(`select 1 from ${schema}.event`)', 'libs/webhooks/deliveries/planted.ts: event_store.event is of libs/local-event-store'],
  ["db.raw('select pins.claim_publish(1)')", 'libs/webhooks/deliveries/planted.ts: pins.claim_publish is of libs/pins'],
])('finds %s', (text, finding) => {
  expect(planted(text)).toEqual([finding]);
});

it('allows a query that says which other read models it joins, and no other file', () => {
  const text = "// Joins read models: pins\nexport const sql = 'select 1 from read.pins'";
  expect(planted(text, 'projections/accounts/planted.query.ts')).toEqual([]);
  expect(planted(text, 'projections/accounts/planted.ts')).toHaveLength(1);
  expect(planted(text, 'libs/webhooks/planted.query.ts')).toHaveLength(1);
});
