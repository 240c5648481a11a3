import { newKey } from '../setup/account';
import type { Answer } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { newPersona, type Persona } from '../setup/persona';
import type { RunningService } from '../setup/running-service';
import type { Headers } from '../setup/platform-user';

/** Somebody with a key, a connected account and a board, who imports files. */
export interface Importer extends Persona {
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  /** A row for the first board. */
  row(title: string, fields?: object): Record<string, unknown>;
  sendJson(rows: unknown, headers?: Headers): Promise<Answer>;
  sendCsv(file: string | Uint8Array<ArrayBuffer>, headers?: Headers, filename?: string): Promise<Answer>;
  /** The import when nothing of it is left to do. */
  ended(jobId: string): Promise<Answer['body']>;
  keyWith(request: object): Promise<Headers>;
}

const isEnded = (status: string): boolean => status !== 'queued' && status !== 'processing';

export async function newImporter({ call, url }: Pick<RunningService, 'call' | 'url'>, username?: string): Promise<Importer> {
  const persona = await newPersona(call, username);
  const { key, session, accountId, boardId } = persona;
  const get: Importer['get'] = (path, headers = key) => call('GET', path, undefined, headers);
  const post: Importer['post'] = (path, body, headers = key) => call('POST', path, body, headers);
  return {
    ...persona,
    get,
    post,
    row: (title, fields = {}) => ({
      ...{ account_id: accountId, board_id: boardId, title, image_url: 'https://images.example.com/door.jpg' },
      ...fields,
    }),
    sendJson: (rows, headers) => post('/v1/pins/imports/json', rows, headers),
    sendCsv: async (file, headers = key, filename = 'autumn.csv') => {
      const form = new FormData();
      form.set('file', new Blob([file], { type: 'text/csv' }), filename);
      const signal = AbortSignal.timeout(120_000);
      const response = await fetch(`${url}/v1/pins/imports/csv`, { method: 'POST', body: form, headers, signal });
      return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
    },
    ended: (jobId) =>
      eventually(`the end of import ${jobId}`, async () => {
        const { body } = await get(`/v1/pins/imports/${jobId}`);
        return isEnded(body.status) ? body : undefined;
      }),
    keyWith: async (request) => (await newKey(call, session, request)).headers,
  };
}

/** What a body says of its rows. */
export const outcomes = (body: Answer['body']): unknown[] =>
  body.results.map((row: { row_number: number; status: string; error_code: string | null }) => [
    row.row_number,
    row.status,
    row.error_code,
  ]);
