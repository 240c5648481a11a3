import { appendFileSync } from 'node:fs';
import { previewDescription } from '../../../apps/api/docs/preview-description';
import { describeIn31 } from '../../../apps/api/docs/served/describe-in-31';
import { DescribedAnswers, type InterfaceDescription } from './described-answers';

/** How often a worker saw an answer: by `GET /v1/pins/{id} 404 not_found`, without the code where there is none. */
const seen = new Map<string, number>();
/** Fields of headers that must be described where they are sent. */
const watchedFields = ['RateLimit', 'X-Warning'];
let ownDescription: Promise<DescribedAnswers> | undefined;
const describeOnce = () => (ownDescription ??= readDescription());

/**
 * A `fetch` that fails the reader of an answer of the API that its description does not allow: a status, a field or an error code. With `ANSWER_FAULTS`
 * they are written to the file that it names instead. Answers of others, known by the missing `X-Request-ID`, pass, and what is no JSON is looked at only for its media type.
 */
export function watchAnswers(
  fetch: typeof globalThis.fetch,
  describe: () => Promise<DescribedAnswers> = describeOnce,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.headers.has('x-request-id') || response.redirected) return response;
    const { pathname: path } = new URL(response.url);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const check = async (body: unknown) => {
      if (isOfPagesAlone(body)) return;
      const description = await describe();
      const began = performance.now();
      const { route, faults } = description.check({
        method,
        path,
        status: response.status,
        type: response.headers.get('content-type'),
        fields: watchedFields.filter((field) => response.headers.has(field)),
        body,
      });
      spent += performance.now() - began;
      const code = (body as { error?: { code?: string } } | undefined)?.error?.code;
      if (route !== undefined) count([route, response.status, code].filter((part) => part !== undefined).join(' '));
      if (faults.length === 0) return;
      const file = process.env['ANSWER_FAULTS'];
      if (file === undefined) throw new Error(`/openapi.json does not describe:\n${faults.join('\n')}`);
      appendFileSync(file, faults.map((fault) => `${fault}\n`).join(''));
    };
    const read = response.text.bind(response);
    const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
    const text = async () => {
      const sent = await read();
      await check(sent === '' ? undefined : isJson ? JSON.parse(sent) : sent);
      return sent;
    };
    return Object.assign(response, { text, json: async () => JSON.parse(await text()) as unknown });
  };
}

/** The description is for programs: what only a page by the cookie of a session can meet, on every route, is in `docs/web-pages.md`. */
const isOfPagesAlone = (body: unknown): boolean =>
  (body as { error?: { active_project_id?: string } } | undefined)?.error?.active_project_id !== undefined;

async function readDescription(): Promise<DescribedAnswers> {
  const began = process.cpuUsage();
  const description = new DescribedAnswers(describeIn31(await previewDescription()) as unknown as InterfaceDescription);
  const { user, system } = process.cpuUsage(began);
  spent += (user + system) / 1_000;
  return description;
}

let spent = 0;
const count = (answer: string) => seen.set(answer, (seen.get(answer) ?? 0) + 1);

/** Adds what was seen since the last time to the file `ANSWERS_SEEN`, where that is set: a line `count answer` each, and the milliseconds that it took. */
export function noteAnswersSeen(): void {
  const file = process.env['ANSWERS_SEEN'];
  if (file === undefined || seen.size === 0) return;
  appendFileSync(file, [...seen, ['ms of checking', Math.round(spent)] as const].map(([answer, times]) => `${times} ${answer}\n`).join(''));
  seen.clear();
  spent = 0;
}
