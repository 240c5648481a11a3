import type { Database } from '@pps/read-store';
import { generateLog } from '../../test/setup/analytics/generated-log.fixture';
import { linePlot } from './line-plot';
import { bound, readWorkedQueries } from './worked-queries';

interface PlotDefinition {
  readonly query: string;
  readonly title: string;
  readonly lines: readonly string[];
}

const definitions: Readonly<Record<string, PlotDefinition>> = {
  'docs/analytics/pins-per-day.svg': {
    query: '01-pins-per-day.sql',
    title: 'Pins per day',
    lines: ['pins_created', 'pins_published', 'pins_failed'],
  },
  'docs/analytics/time-to-publish.svg': {
    query: '02-time-to-publish.sql',
    title: 'Seconds from acceptance to publication',
    lines: ['p50_s', 'p90_s', 'p99_s'],
  },
};

/** Plots of what worked queries answer about the first generated project, by the file that they are in. */
export async function drawPlots(db: Database): Promise<Record<string, string>> {
  const { projects, from, until } = generateLog(0);
  const values = { project: projects[0]?.projectId ?? '', from: from.toISOString(), until: until.toISOString() };
  const drawn: Record<string, string> = {};
  for (const [file, { query, title, lines }] of Object.entries(definitions)) {
    const worked = readWorkedQueries().find((each) => each.file === query);
    if (!worked) throw new Error(`there is no ${query}`);
    const { text, values: given } = bound(worked, values);
    const rows = await ask(db, text, given);
    const labels = rows.map((row) => String(row['day']));
    drawn[file] = linePlot(
      title,
      labels,
      lines.map((name) => ({ name, values: rows.map((row) => Number(row[name])) })),
    );
  }
  return drawn;
}

async function ask(db: Database, text: string, values: readonly string[]): Promise<Record<string, unknown>[]> {
  return db.transaction(async (tx) => {
    await tx.raw(`set local timezone = 'UTC'`);
    const literal = text.replace(/\$(\d+)/g, (_, n: string) => `'${values[Number(n) - 1]}'`);
    const { rows } = await tx.raw<{ rows: { row: Record<string, unknown> }[] }>(
      `select to_jsonb(answer) as row from (${literal}) as answer`,
    );
    return rows.map(({ row }) => row);
  });
}
