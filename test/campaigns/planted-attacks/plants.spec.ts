import { readFileSync } from 'node:fs';
import { plantIn } from './plant';
import { plants } from './plants/plants';

const read = (path: string): string => texts.get(path) ?? texts.set(path, readFileSync(path, 'utf8')).get(path) ?? '';
const texts = new Map<string, string>();

/** The first cells of the table of threats. */
const threats = read('docs/connector.md')
  .slice(read('docs/connector.md').indexOf('| threat |'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|')[1]?.trim() ?? '');

test('each plant takes something out that is there, and its test is there', () => {
  const faults = plants.flatMap((plant) => {
    try {
      const planted = plantIn(read(plant.file), plant);
      const isTested = read(plant.spec).includes(plant.test);
      return planted !== read(plant.file) && isTested ? [] : [`${plant.without}: ${isTested ? 'changes nothing' : plant.test}`];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(faults).toEqual([]);
});

test('there are many, each with a name of its own', () => {
  expect([plants.length >= 40, new Set(plants.map(({ without }) => without)).size]).toEqual([true, plants.length]);
});

test('each is against one threat of docs/connector.md, and each threat has one', () => {
  const met = new Set<string>();
  for (const { threat, without } of plants) {
    const found = threats.filter((row) => row.startsWith(threat));
    expect([without, threat, found.length]).toEqual([without, threat, 1]);
    met.add(found[0] ?? '');
  }
  expect(threats.filter((row) => !met.has(row))).toEqual([]);
});
