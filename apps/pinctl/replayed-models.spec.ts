import { projections } from '@projections/index';
import { notCompared, replayedModels } from './replayed-models';

const tablesOf = (models: readonly string[]): string[] =>
  projections.filter(({ name }) => models.includes(name)).flatMap(({ tables }) => tables);

it('every read model is replayed from the history of a project, or the command says why not', () => {
  const tables = tablesOf(replayedModels.project);
  const missing = projections
    .flatMap((projection) => projection.tables)
    .filter((table) => !tables.includes(table) && !(table in notCompared.project));
  expect(missing).toEqual([]);
});

it.each(['project', 'organization'] as const)('what the replay of an %s leaves out is there to be left out', (history) => {
  const known = projections.flatMap((projection) => projection.tables);
  const named = Object.keys(notCompared[history]).filter((what) => !what.includes(' '));
  expect(named.filter((what) => !known.includes(what.split('.')[0] ?? ''))).toEqual([]);
  expect(projections.map(({ name }) => name)).toEqual(expect.arrayContaining([...replayedModels[history]]));
});
