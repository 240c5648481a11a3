import { decode, foldRecorded, type RecordedFact } from '@pps/event-store';
import { recordedFact, someone, type Sample } from '@pps/event-store/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { catalogue, type Catalogue } from './catalogue';
import { eventsPage } from './events-page';
import { fieldPaths, missingFields, unknownFields } from './field-paths';
import { personalFields } from './personal-fields';
import { storedShapesFile, withNewShapes } from './stored-shapes';

let all: Catalogue;

beforeAll(async () => {
  all = await catalogue();
});

const allFacts = () => all.streams.flatMap(({ facts, type }) => facts.map((fact) => ({ ...fact, stream: type })));

/** As the store gives it: through JSON. */
const recorded = ({ fact, version }: Sample): RecordedFact =>
  recordedFact({ type: fact.type, data: JSON.parse(JSON.stringify(fact.data)), metadata: { ...someone, schemaVersion: version } });

test('every library that decides is in the catalogue', () => {
  const libraries = new Set(all.streams.map(({ library }) => library));
  expect([...libraries].sort()).toEqual(expect.arrayContaining(['billing', 'connections', 'identity', 'pins', 'webhooks', 'workspaces']));
});

test('every stream type that a library declares is in the catalogue', () => {
  const libraries = [...new Set(all.streams.map(({ library }) => `libs/${library}`))];
  const sources = libraries.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const code = sources.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts')).map((name) => readFileSync(name, 'utf8'));
  const declared = code.flatMap((text) => [...text.matchAll(/const (\w+): StreamType</g)].map(([, name]) => name));
  expect(declared.sort()).toEqual(all.streams.map(({ exportedAs }) => exportedAs).sort());
});

test('streams differ by category, facts by type', () => {
  const names = [...all.streams.map(({ category }) => category), ...allFacts().map(({ name }) => name)];
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every stream says its name and what is decided there, every fact what happened', () => {
  const misnamed = all.streams.filter(({ category, meaning }) => !meaning.startsWith(`\`${category}-<`));
  expect(misnamed.map(({ category }) => category)).toEqual([]);
  expect(allFacts().filter(({ meaning }) => meaning === '')).toEqual([]);
});

test('every type of fact has a sample of the version that is written today, and of every older one', () => {
  const lacking = allFacts().flatMap(({ name, version, samples, stream }) => {
    const schema = stream.facts[name];
    const versions = [version, ...(typeof schema === 'object' ? Object.keys(schema.upcasters).map(Number) : [])];
    return versions.filter((wanted) => !samples.some((sample) => sample.version === wanted)).map((wanted) => `${name} version ${wanted}`);
  });
  expect(lacking).toEqual([]);
});

test('every sample is of a fact of its stream', () => {
  const strange = all.streams.flatMap(({ samples, facts }) => samples.filter(({ fact }) => !facts.some(({ name }) => name === fact.type)));
  expect(strange).toEqual([]);
});

test('every sample decodes to what its type says today', () => {
  const differing = allFacts().flatMap(({ name, fields, samples, stream }) =>
    samples.flatMap((sample) => {
      const data = decode(stream, recorded(sample))?.data;
      return [...missingFields(data, fields), ...unknownFields(data, fields)].map((path) => `${name} version ${sample.version}: ${path}`);
    }),
  );
  expect(differing).toEqual([]);
});

test('every sample folds: alone, after the one before it, and all of a stream together', () => {
  for (const { type, samples } of all.streams) {
    const stored = samples.map((sample) => recorded(sample));
    for (const fact of stored) {
      expect(() => foldRecorded(type, [fact])).not.toThrow();
      expect(() => foldRecorded(type, [...stored.slice(0, 1), fact])).not.toThrow();
    }
    expect(() => foldRecorded(type, stored)).not.toThrow();
  }
});

test('no field is named like a secret or personal data, and no sample holds an e-mail address', () => {
  const paths = allFacts().flatMap(({ fields, samples }) => [
    ...fields.map(({ path }) => path),
    ...samples.flatMap(({ fact }) => fieldPaths(fact.data)),
  ]);
  expect(personalFields(paths)).toEqual([]);
  expect(allFacts().filter(({ samples }) => /[^\s"@]@[^\s"@]+\.\w/.test(JSON.stringify(samples)))).toEqual([]);
});

test('no stored shape changes, and every new one is stored: `npm run docs events` adds it', () => {
  const stored = readFileSync(storedShapesFile, 'utf8');
  const samples = all.streams.flatMap((stream) => stream.samples);
  expect(stored).toBe(withNewShapes(stored, samples));
});

test('docs/events.md is the one that `npm run docs events` writes', () => {
  expect(readFileSync('docs/events.md', 'utf8')).toBe(eventsPage(all));
});
