import type { Database } from '@pps/read-store';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { GeneratedProject } from '../../test/setup/analytics/fact-drafts.fixture';
import { askAsAnalyst } from '../../test/setup/analytics/ask-as-analyst.fixture';
import { generatedDatabase } from '../../test/setup/analytics/generated-database.fixture';
import { freshDatabase } from '../../test/setup/fresh-database';
import { bound, readWorkedQueries, workedQueriesFolder } from './worked-queries';

const queries = readWorkedQueries();
let db: Database;
let databaseUrl: string;
let values: Record<string, string>;

beforeAll(async () => {
  databaseUrl = await freshDatabase();
  const generated = await generatedDatabase(databaseUrl, 200);
  ({ db } = generated);
  const { projectId: project, organizationId: organization, webhookId: webhook } = generated.log.projects[0] as GeneratedProject;
  values = { project, organization, webhook };
});
afterAll(() => db.destroy());

describe('the page of the worked queries', () => {
  const page = readFileSync('docs/analytics.md', 'utf8');
  const command = /^PGTZ=UTC psql postgres:\S+ (.+) -f (\S+)$/m.exec(page);
  const rows = [...page.matchAll(/^\| \[[^\]]+\]\(analytics\/queries\/(\S+\.sql)\) \| `([^`]+)` \|$/gm)].map(
    ([, file = '', flags = '']) => ({ file, flags }),
  );
  /** The flags as somebody gives them who reads the page: ids in the place of what stands between < and >. */
  const filledIn = (flags: string): Record<string, string> => {
    const given = [...flags.matchAll(/-v (\w+)=(?:<(\w+) id>|([\w-]+))(?= |$)/g)].map(([, name = '', id, example]) => [
      name,
      id ? values[id] : example,
    ]);
    return Object.fromEntries(given) as Record<string, string>;
  };
  const psql = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'psql'))
    .find(existsSync);

  it('has each of them, and its example is one', () => {
    expect(rows.map(({ file }) => file)).toEqual(queries.map(({ file }) => file));
    expect(rows.find(({ file }) => command?.[2]?.endsWith(`/${file}`))?.flags).toBe(command?.[1]);
  });

  it.each(queries)('$file runs with the values that stand beside it, and needs no other', async (query) => {
    const given = filledIn(rows.find(({ file }) => file === query.file)?.flags ?? '');
    expect(Object.keys(given).sort()).toEqual([...query.parameters].sort());
    await askAsAnalyst({ db, databaseUrl }, 'analyst', async (client, _login, url) => {
      const { text, values: taken } = bound(query, given);
      const { fields } = await client.query(text, taken);
      if (!psql) return;
      const flags = Object.entries(given).flatMap(([name, value]) => ['-v', `${name}=${value}`]);
      const { status, stdout, stderr } = spawnSync(psql, [url, '-X', '--csv', ...flags, '-f', join(workedQueriesFolder, query.file)], {
        env: { PGTZ: 'UTC' },
        encoding: 'utf8',
        timeout: 120_000,
      });
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout.split('\n')[0]?.split(',')).toEqual(fields.map(({ name }) => name));
    });
  });
});
