import { doubledNames } from './doubled-names';
import { readSourceFiles } from './source-files';

const product = readSourceFiles(['libs', 'apps', 'projections']).filter(({ path }) => !/\.spec\.ts$|\/generated\//.test(path));

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
});
