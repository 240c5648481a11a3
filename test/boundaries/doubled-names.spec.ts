import { doubledFiles, doubledNames } from './doubled-names';
import { readSourceFiles } from './source-files';

const product = readSourceFiles(['libs', 'apps', 'projections']).filter(({ path }) => !/\.spec\.ts$/.test(path));

describe('one name means one thing', () => {
  it('so no two files of libs, apps and projections export the same name', () => {
    expect(doubledNames(product)).toEqual([]);
  });

  it('and a planted double is found, whatever kind of thing it is, but not a name that is only passed on', () => {
    const planted = [
      { path: 'libs/pins/pin.ts', text: 'export interface Pin {}\nexport const samples = [];' },
      { path: 'libs/platform/pin.ts', text: 'export class Pin {}\nexport async function createPin() {}' },
      { path: 'libs/pins/index.ts', text: "export { createPin } from './pin';" },
      { path: 'libs/pins/testing.ts', text: 'export const samples = [];' },
    ];
    expect(doubledNames(planted)).toEqual(['Pin: libs/pins/pin.ts, libs/platform/pin.ts']);
  });

  it('also where only the case differs, unless it is a command and its function, or a type and what makes it', () => {
    const planted = [
      { path: 'libs/pins/queue-pin.ts', text: 'export class QueuePin {}' },
      { path: 'libs/pins/pins.ts', text: 'export function queuePin() {}' },
      { path: 'libs/mail/mail-deps.ts', text: 'export interface MailDeps {}' },
      { path: 'apps/api/mail-deps.ts', text: 'export const mailDeps = (): MailDeps => ({});' },
      { path: 'libs/pins/round-robin.ts', text: 'export class RoundRobin {}' },
      { path: 'libs/webhooks/in-turn.ts', text: 'export function roundRobin() {}' },
    ];
    expect(doubledNames(planted)).toEqual(['RoundRobin, roundRobin: libs/pins/round-robin.ts, libs/webhooks/in-turn.ts']);
  });

  it('and no two files have the same name', () => {
    expect(doubledFiles(readSourceFiles(['libs', 'apps', 'projections', 'test', 'bench', 'demo', 'scripts']))).toEqual([]);
    const planted = ['libs/pins/create-pin.ts', 'libs/use-cases/create_pin.ts', 'libs/pins/index.ts', 'libs/mail/index.ts'];
    expect(doubledFiles(planted.map((path) => ({ path })))).toEqual(['libs/pins/create-pin.ts, libs/use-cases/create_pin.ts']);
  });
});
