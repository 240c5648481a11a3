import { findFreePort } from '@pps/embedded';
import { join } from 'node:path';
import { programAt, startGrantService, type GrantService } from '../../grants/grant-service';
import { approving, openBrowser } from '../../grants/open-browser';
import { newKey, register } from '../../setup/account';
import { addCredential } from './add-credential';
import { installSuite, type ConformanceSuite, type SuiteRun } from './conformance-suite';
import { startFixtures } from './fixtures/start-fixtures';

/** Those of the newest revision that need no fixture, and so can be asked of the service as it is. */
const withoutFixtures = [
  ...['tools-list', 'resources-list', 'prompts-list', 'caching', 'sep-2164-resource-not-found'],
  ...['http-header-validation', 'dns-rebinding-protection', 'input-required-result-unsupported-methods'],
];

const legacyBaseline = join('test', 'campaigns', 'conformance', 'legacy-baseline.yml');

/** Runs the protocol's official suite: all that both revisions require against fixtures behind the service's own mount, what needs no fixture against the service, and the two scenarios of authorization. */
export async function conformanceCampaign(): Promise<Readonly<Record<string, SuiteRun>>> {
  const suite = installSuite();
  try {
    return { ...(await askFixtures(suite)), ...(await askService(suite)) };
  } finally {
    suite.remove();
  }
}

async function askFixtures(suite: ConformanceSuite): Promise<Record<string, SuiteRun>> {
  const { url, stop } = await startFixtures();
  const required = (revision: string, ...more: readonly string[]) =>
    suite.run(['server', '--url', url, '--requirements', revision, '--timeout', '10000', ...more]);
  try {
    return {
      'fixtures, 2026-07-28': await required('2026-07-28'),
      'fixtures, 2025-11-25': await required('2025-11-25', '--expected-failures', join(process.cwd(), legacyBaseline)),
    };
  } finally {
    await stop();
  }
}

async function askService(suite: ConformanceSuite): Promise<Record<string, SuiteRun>> {
  const service = await startGrantService();
  const person = await register(service.call);
  const key = await newKey(service.call, person.session, { scopes: ['read'] });
  const proxy = await addCredential(service.url, key.headers);
  const runs: Record<string, SuiteRun> = {};
  try {
    for (const scenario of withoutFixtures) {
      const asked = ['server', '--url', `${proxy.url}/mcp`, '--scenario', scenario, '--spec-version', '2026-07-28'];
      runs[`the service, ${scenario}`] = await suite.run(asked);
    }
    runs['the service, authorization'] = await authorize(suite, service, person);
    return runs;
  } finally {
    await proxy.stop();
    await service.stop();
  }
}

type Person = Awaited<ReturnType<typeof register>>;

async function authorize(suite: ConformanceSuite, service: GrantService, person: Person): Promise<SuiteRun> {
  const port = await findFreePort();
  const redirects = [`http://127.0.0.1:${port}/callback`];
  const { body } = await programAt(service.url).register({ client_name: 'Suite', redirect_uris: redirects });
  const client = ['--client-id', body.client_id as string, '--resource', `${service.url}/mcp`];
  const walks: Promise<void>[] = [];
  const run = await suite.run(['authorization', '--url', service.url, ...client, '--port', String(port)], (line) => {
    const asked = /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(line)?.[0];
    if (asked === undefined || walks.length > 0) return;
    const walk = agree(service.url, asked, person);
    // Thrown by the wait for it, when the suite has said what it missed.
    walk.catch(() => undefined);
    walks.push(walk);
  });
  await Promise.all(walks);
  return { ...run, passed: run.passed && walks.length === 1 };
}

/** Agrees on the page that the suite asks a person to open, and follows where it leads. */
async function agree(url: string, asked: string, person: Person): Promise<void> {
  const browser = openBrowser(url);
  const page = await browser.signIn(asked, person.email);
  const { location } = await browser.answer(page, approving(person.projectId));
  if (location === null) throw new Error('the page of the consent led nowhere');
  await fetch(location, { signal: AbortSignal.timeout(30_000) });
}
