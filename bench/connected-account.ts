export interface Asked {
  readonly accountId: string;
  readonly boardId: string;
  readonly headers: Record<string, string>;
}

/** A new user's platform account with a board that has been asked about, and a key that may ask again. */
export async function connectedAccount(api: string): Promise<Asked> {
  const json = async (method: string, url: string, headers: Record<string, string> = {}, body?: object) => {
    const typed = body ? { 'content-type': 'application/json', ...headers } : headers;
    const answer = await fetch(url, {
      method,
      headers: typed,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(30_000),
    });
    if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}`);
    return JSON.parse(await answer.text()) as ReturnType<typeof JSON.parse>;
  };
  const person = { full_name: 'Ada', email: `ada.${Date.now()}@example.test`, password: 'correct horse' };
  const { access_token } = await json('POST', `${api}/v1/auth/register`, {}, person);
  const { api_key } = await json('POST', `${api}/v1/api-keys`, { authorization: `Bearer ${access_token}` }, { name: 'bench' });
  const headers = { 'x-api-key': api_key as string };
  const { authorization_url } = await json('GET', `${api}/v1/platform/oauth/start`, headers);
  const consent = await fetch(authorization_url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'approve', username: 'bench' }),
  });
  const back = new URL(consent.headers.get('location') ?? 'about:blank');
  const { account_id } = await json('GET', `${api}${back.pathname}${back.search}`, { accept: 'application/json' });
  const [board] = await json('GET', `${api}/v1/platform/boards?account_id=${account_id}`, headers);
  await json('GET', `${api}/v1/platform/boards/${board.id}/access?account_id=${account_id}`, headers);
  return { accountId: account_id, boardId: board.id, headers };
}
