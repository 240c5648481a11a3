import { ownedTableCrossings, ownedFiles, ownedThings } from './owned-tables';

const planted = (text: string, path = 'libs/webhooks/deliveries/planted.ts') => ownedTableCrossings([...ownedFiles(), { path, text }]);

it('no code of one owner names a table of another', () => {
  expect(ownedTableCrossings(ownedFiles())).toEqual([]);
});

it('knows what migrations made and what they moved', () => {
  const things = ownedThings(ownedFiles());
  expect(things.get('vault.entry')).toBe('libs/vault');
  expect(things.get('pins.claim_publish')).toBe('libs/pins');
  expect(things.get('read_store.migration')).toBe('libs/read-store');
  expect(new Set([...things.values()]).size).toBe(8);
});

it.each([
  ["db('pins.publish_grant').select()", 'libs/webhooks/deliveries/planted.ts: pins.publish_grant is of libs/pins'],
  ['db.raw(`select 1 from read.pins pin where ${x}`)', 'libs/webhooks/deliveries/planted.ts: read.pins is of projections/pins'],
  ['db.raw(`${a} join projection.publish_queue_v3 q`)', 'libs/webhooks/deliveries/planted.ts: projection.publish_queue_v3 is of libs/pins'],
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
