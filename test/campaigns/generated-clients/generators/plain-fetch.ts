import type { ClientAnswer, GeneratedClient, OperationInput, WalkedOperation } from '../generated-client';

/** The service by `fetch` and nothing else, as whoever writes his own client begins; `look` sees each response before its body is read. */
export const plainFetch =
  (baseUrl: string, look: (operation: WalkedOperation, response: Response) => void = () => undefined): GeneratedClient =>
  async (operation, input, credentials) => {
    const { path = {}, query = {}, body, headers } = input;
    const asked = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
    const sent = operation.takesFile ? formOf(body) : body === undefined ? null : JSON.stringify(body);
    const type = typeof sent === 'string' ? { 'content-type': 'application/json' } : {};
    const response = await fetch(`${baseUrl}${asked}?${search}`, {
      method: operation.method,
      headers: { ...type, ...credentials, ...headers },
      body: sent,
      signal: AbortSignal.timeout(60_000),
    });
    look(operation, response);
    return answerOf(operation, response);
  };

async function answerOf({ answersFile }: WalkedOperation, response: Response): Promise<ClientAnswer> {
  if (response.ok && answersFile) return { status: response.status, body: await response.blob() };
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

function formOf(body: OperationInput['body']): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(body as Readonly<Record<string, Blob>>)) form.set(name, file);
  return form;
}
