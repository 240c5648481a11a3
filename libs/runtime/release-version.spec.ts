import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { releaseVersion } from './release-version';

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

it('is one number in package.json, the lock file, the newest heading of the changelog and the image of Compose', () => {
  const lock = json('package-lock.json');
  const [, newest] = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  const [, image] = /image: pin-publishing-service:(\S+)/.exec(readFileSync('docker-compose.yml', 'utf8')) ?? [];
  expect({ package: json('package.json').version, lock: lock.version, root: lock.packages[''].version, newest, image }).toEqual({
    package: releaseVersion,
    lock: releaseVersion,
    root: releaseVersion,
    newest: releaseVersion,
    image: releaseVersion,
  });
});

it('is what pinctl says', () => {
  const said = execFileSync(process.execPath, ['scripts/pinctl.mjs', '--version'], { encoding: 'utf8', timeout: 120_000 });
  expect(said).toBe(`${releaseVersion}\n`);
});
