import { setTimeout as pass } from 'node:timers/promises';
import { Pool } from 'undici';

export interface ProxiedPosts {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface ProxiedAnswer {
  /** The status, or the code of the error. */
  readonly outcome: number | string;
  readonly connection: string | undefined;
  /** Whether the server had said before that it is not ready. */
  readonly isAfterNews: boolean;
}

const connections = 6;
const looksEveryMs = 20;

/**
 * Posts steadily to a server on several connections that it keeps open, as a proxy does, until 100 ms after the server says that it is not ready, and
 * at least once after that.
 */
export async function postThroughProxy(port: number, { path, headers, body }: ProxiedPosts): Promise<readonly ProxiedAnswer[]> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
  const answers: ProxiedAnswer[] = [];
  const news = { hasCome: false, isOver: false };
  const post = async () => {
    let isAfterNews = false;
    while (!news.isOver || !isAfterNews) {
      isAfterNews = news.hasCome;
      const sent = pool.request({
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await sent.then(
        async ({ statusCode, headers: { connection }, body: received }) => {
          await received.dump();
          return { outcome: statusCode, connection: connection === undefined ? undefined : String(connection) };
        },
        (error: Error & { readonly code?: string }) => ({ outcome: `${error.code}: ${error.message}`, connection: undefined }),
      );
      answers.push({ ...answer, isAfterNews });
    }
  };
  const look = async () => {
    while ((await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200) await pass(looksEveryMs);
    news.hasCome = true;
    await pass(100);
    news.isOver = true;
  };
  await Promise.all([look(), ...Array.from({ length: connections }, post)]);
  await pool.close();
  return answers;
}
