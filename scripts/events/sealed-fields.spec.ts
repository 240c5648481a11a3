import { openInMemoryEventStore } from '@pps/event-store/testing';
import { FactSealing, withSealing, type SealingKeys } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../libs/vault/seal';
import { sealedStreams } from '../../apps/foundation/sealed-streams';
import { catalogue, type Catalogue } from './catalogue';
import { clearFields } from './clear-fields';
import { isSealed } from './is-sealed';

let all: Catalogue;
beforeAll(async () => {
  all = await catalogue();
});

/** Ids, references and moments, by their names; months. */
const formal = /(Id|Ids|At|Ref|Until|Before|Start|End)(\[\])?$|(^|\.)(at|until|since|deadline|month|trialEnd)$/;
const hasFreeText = (type: string): boolean => /\b(string|any fields)\b/.test(type);

const freeTexts = () =>
  all.streams.flatMap(({ type, facts }) =>
    facts.flatMap(({ name, fields }) =>
      fields.filter((field) => hasFreeText(field.type) && !formal.test(field.path)).map(({ path }) => ({ type, name, path })),
    ),
  );

it('every free text of every fact is sealed, or stands in the clear for a reason', () => {
  const clear = freeTexts().filter(({ type, name, path }) => !isSealed(type, name, path));
  expect(clear.map(({ name, path }) => `${name} ${path}`).sort()).toEqual(Object.keys(clearFields).sort());
});

it('no sealed path leads to nothing', () => {
  const known = new Set(
    all.streams.flatMap(({ facts }) => facts.flatMap(({ name, fields }) => fields.map(({ path }) => `${name} ${path}`))),
  );
  const declared = all.streams.flatMap(({ type }) =>
    Object.entries(type.sealed ?? {}).flatMap(([name, paths]) => (paths ?? []).map((path) => `${name} ${path}`)),
  );
  expect(declared.filter((path) => !known.has(path))).toEqual([]);
});

it('the hosts know every stream that seals something', () => {
  const declaring = all.streams.filter(({ type }) => type.sealed).map(({ category }) => category);
  expect(sealedStreams.map(({ category }) => category).sort()).toEqual(declaring.sort());
});

const key = createSecretKey(randomBytes(32));
const sealer = {
  seal: (plain: Buffer, context: string) => seal(key, plain, context),
  open: (text: Buffer, context: string) => unseal(key, text, context),
  keyFor: (context: string) => createHmac('sha256', key).update(context).digest(),
};
const keys: SealingKeys = { toSeal: async () => sealer, toOpen: async (subjects) => new Map(subjects.map((subject) => [subject, sealer])) };

/** A word in every text of the value, but for those that are in the clear. */
function planted(value: unknown, isClear: (path: string) => boolean, word: string, path = ''): unknown {
  if (typeof value === 'string') return isClear(path) ? value : `${value} ${word}`;
  if (Array.isArray(value)) return value.map((item) => planted(item, isClear, word, isClear(path) ? path : `${path}[]`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, planted(inner, isClear, word, path === '' ? name : `${path}.${name}`)]),
  );
}

it('a word in every sealed text of every sample is nowhere in what is appended, and comes back', async () => {
  const bare = openInMemoryEventStore();
  const store = withSealing(bare, new FactSealing({ keys, streams: sealedStreams }));
  let words = 0;
  for (const { type, samples } of all.streams) {
    for (const { fact, version } of samples) {
      const word = `canary-${newId()}`;
      const isClear = (path: string) => !isSealed(type, fact.type, path);
      const data = planted(fact.data, isClear, word);
      words += JSON.stringify(data).split(word).length - 1;
      const stream = `${type.category}-${newId()}`;
      const metadata = {
        organizationId: newId(),
        actor: { type: 'system' },
        occurredAt: '2026-01-05T09:00:00.000Z',
        schemaVersion: version,
      } as const;
      await store.append(stream, [{ id: newId(), type: fact.type, data, metadata }], 'no_stream');
      expect(JSON.stringify((await bare.read(stream))[0]?.data)).not.toContain('canary-');
      expect((await store.read(stream))[0]?.data).toEqual(data);
    }
  }
  expect(words).toBeGreaterThan(60);
});
