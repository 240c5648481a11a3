import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

export interface SentStatement {
  /** Its beginning, up to 150 characters. */
  readonly statement: string;
  readonly times: number;
  /** What the server spent on all of them: parsing, binding and executing. */
  readonly ms: number;
}

/**
 * The statements that all connections send while `work` is under way, those that took the server longest first. `lines` is what the server logs: it is
 * emptied at the beginning, and filled by whoever reads the log. Writing them costs the server time, so nothing else is measured meanwhile.
 */
export async function statementsDuring(database: Client, lines: string[], work: () => Promise<unknown>): Promise<readonly SentStatement[]> {
  const logsFrom = async (ms: 0 | -1) => {
    await database.query(`alter system set log_min_duration_statement = ${ms}`);
    await database.query('select pg_reload_conf()');
    await delay(1_000);
  };
  await logsFrom(0);
  lines.length = 0;
  await work();
  const logged = [...lines];
  await logsFrom(-1);
  const sent = new Map<string, { times: number; ms: number }>();
  for (let n = 0; n < logged.length; n++) {
    const [, ms, step, first = ''] = /duration: ([\d.]+) ms +(statement|parse|bind|execute)[^:]*: (.*)/.exec(logged[n] ?? '') ?? [];
    if (ms === undefined) continue;
    // A text of several lines goes on in those that begin with a tab.
    let text = first;
    for (let next = n + 1; text.length < 150 && logged[next]?.startsWith('\t'); next++) text += ` ${logged[next]?.trim()}`;
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, 150);
    const known = sent.get(statement) ?? { times: 0, ms: 0 };
    sent.set(statement, { times: known.times + (step === 'statement' || step === 'execute' ? 1 : 0), ms: known.ms + Number(ms) });
  }
  return [...sent].map(([statement, { times, ms }]) => ({ statement, times, ms })).sort((a, b) => b.ms - a.ms);
}
