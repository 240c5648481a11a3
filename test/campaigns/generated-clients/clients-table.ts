import { alignColumns } from '../../../apps/pinctl/align-columns';
import type { ClientReport } from './generated-clients-campaign';

/** Each operation by client, `ok` or what is wrong in a word; then what it is in full. */
export function clientsTable(reports: readonly ClientReport[]): string {
  const [first] = reports;
  const rows = (first?.operations ?? []).map(({ id, method, path }) => [
    `${method} ${path}`,
    ...reports.map(({ faults }) => wordFor(faults.get(id) ?? [])),
  ]);
  const names = reports.map(({ name }) => name.toUpperCase());
  const sums = reports.map(({ operations, faults }) => `${operations.length - faults.size} of ${operations.length}`);
  const errors = reports.map(({ compileErrors }) => String(compileErrors.length));
  return alignColumns(['OPERATION', ...names], [...rows, ['ok', ...sums], ['compile errors', ...errors]]);
}

/** What is wrong, a line each. */
export const clientFaults = (reports: readonly ClientReport[]): readonly string[] =>
  reports.flatMap(({ name, warnings, compileErrors, faults, broken }) => [
    ...warnings.map((warning) => `${name}: ${warning}`),
    ...compileErrors.map((error) => `${name}: ${error}`),
    ...[...faults].flatMap(([id, each]) => each.map((fault) => `${name}, ${id}: ${fault}`)),
    ...broken.map((what) => `${name}, walk: ${what}`),
  ]);

function wordFor(faults: readonly string[]): string {
  const [fault] = faults;
  if (fault === undefined) return 'ok';
  return fault.startsWith('TS') ? 'types' : fault.startsWith('threw') ? 'threw' : fault.startsWith('was not') ? 'not reached' : 'refused';
}
