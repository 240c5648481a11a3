import { newId } from '@pps/kernel';
import { executionAsyncResource } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { Pool } from 'pg';

// Where one planted file leaves a note for the next one of its worker.
const notes = globalThis as typeof globalThis & { planted?: { newId: unknown; Pool: unknown; trace: object; storages?: number } };
const trace = {};

/** How many `AsyncLocalStorage` a new promise asks (none from Node 24 on); it has a symbol for each. */
const storagesInUse = () =>
  Object.getOwnPropertySymbols(executionAsyncResource()).filter(({ description }) => description === 'kResourceStore').length;

/** What each of two files of one worker tests: that it finds nothing of the other, but for the shared modules; then it changes what it can. */
export function testsThatLeaveTraces(): void {
  const before = notes.planted;
  const planted: NonNullable<typeof notes.planted> = { newId, Pool, trace };
  notes.planted = planted;

  test('modules are evaluated once for all files, but for those of the tests', () => {
    expect(before?.newId ?? newId).toBe(newId);
    expect(before?.Pool ?? Pool).toBe(Pool);
    expect(before?.trace).not.toBe(trace);
  });

  test('nothing of another file is left', () => {
    expect(process.env['PLANTED']).toBeUndefined();
    expect(jest.isMockFunction(Math.random)).toBe(false);
    expect(jest.isMockFunction(console.log)).toBe(false);
    expect(Date.now()).toBeGreaterThan(new Date('2020-01-01').getTime());
    const filesKept = Object.getOwnPropertySymbols(globalThis).filter(({ description }) => description === 'JEST_STATE_SYMBOL');
    expect(filesKept).toHaveLength(1);
    planted.storages = storagesInUse();
    expect(planted.storages).toBe(before?.storages ?? planted.storages);
  });

  test('what Node throws and gives is of the same kind as what specs and packages make', () => {
    expect(() => readFileSync('/nowhere')).toThrow(Error);
    expect(structuredClone([new Date(0)])).toStrictEqual([new Date(0)]);
    expect(Buffer.from('a')).toBeInstanceOf(Uint8Array);
  });

  test('traces are left', () => {
    process.env['PLANTED'] = 'by a file';
    jest.spyOn(Math, 'random').mockReturnValue(1);
    jest.spyOn(console, 'log').mockReturnValue();
    jest.useFakeTimers({ now: 0 });
    expect([Math.random(), Date.now()]).toEqual([1, 0]);
  });
}
