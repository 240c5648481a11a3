import { readFileSync } from 'node:fs';
import { fileNameFaults, namedAfterSomethingElse, suffixesIn } from './file-names';
import { readSourceFiles } from './source-files';

const suffixes = suffixesIn(readFileSync('CONTRIBUTING.md', 'utf8'));

const sourceFiles = readSourceFiles(['apps', 'libs', 'projections', 'test', 'bench', 'demo', 'scripts']);

describe('the name of a file', () => {
  it('says its kind by a suffix of the table in CONTRIBUTING.md, or is a command or a plain subject', () => {
    expect(fileNameFaults(sourceFiles, suffixes)).toEqual([]);
  });

  it('has no exception that is not needed', () => {
    const excepted = sourceFiles.filter(({ path }) => path in namedAfterSomethingElse);
    const unnamed = fileNameFaults(
      excepted.map(({ path, text }) => ({ path: `another/${path}`, text })),
      suffixes,
    );
    expect(unnamed).toHaveLength(Object.keys(namedAfterSomethingElse).length);
  });

  it.each([
    ['libs/pins/pin.decider.ts', '', []],
    ['libs/pins/pin.decider.spec.ts', '', []],
    ['libs/pins/token-bucket.pg.spec.ts', '', []],
    ['libs/pins/token-bucket.ts', 'export class TokenBuckets {}', []],
    ['libs/pins/queue-pin.ts', 'export class QueuePin extends Command<void> {}', []],
    ['libs/pins/index.ts', "export { pin } from './pin.decider';", []],
    ['libs/pins/email-address.ts', 'export const normalizeEmailAddresses = 1;', []],
    ['libs/pins/esdb-url.ts', 'export const esdbURL = 1;', []],
    ['libs/pins/headroom.ts', 'export const balance = 1;', ['nothing that it exports has its name']],
    ['libs/pins/pin.thing.ts', '', ['.thing.ts is no kind of file in CONTRIBUTING.md']],
    ['libs/pins/pin.thing.spec.ts', '', ['.thing.ts is no kind of file in CONTRIBUTING.md']],
    [
      'libs/pins/queueing.ts',
      'export const queueing = 1;\nexport class QueuePin extends Command<void> {}',
      ['it holds the command QueuePin, so it is queue-pin.ts'],
    ],
    ['libs/pins/retry-policy.ts', 'export const retryPolicy = 1;', ['its kind is a suffix: .policy.ts']],
    ['libs/pins/pin-utils.ts', 'export const pinUtils = 1;', ['"utils" says nothing']],
    ['libs/pins/pinList.ts', 'export const pinList = 1;', ['its words are not lower case with dashes between them']],
    ['apps/api/pins.ts', "@Controller('pins')\nexport class Pins {}", ['it holds what belongs into a .controller.ts']],
    ['libs/pins/pin-log.ts', 'export const pinLog: StreamType<Pin, PinFact> = {};', ['it holds what belongs into a .stream.ts']],
  ])('%s with %j: %j', (path, text, faults) => {
    expect(fileNameFaults([{ path, text }], suffixes)).toEqual(faults.map((fault) => `${path}: ${fault}`));
  });
});
