import { password } from '../setup/account';

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string | null;
}

/** What is ticked on the page of a consent: a project, scopes, accounts, until when. */
export type Ticked = Readonly<Record<string, string>>;

/** A browser without scripts: it keeps cookies, follows no redirect by itself, and fills in the forms of the consent. */
export function openBrowser(url: string) {
  const jar = new Map<string, string>();
  const send = async (address: string, init: RequestInit = {}, headers: Readonly<Record<string, string>> = {}): Promise<Page> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const signal = AbortSignal.timeout(120_000);
    const response = await fetch(address, { ...init, headers: { ...(cookie && { cookie }), ...headers }, redirect: 'manual', signal });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return { status: response.status, headers: response.headers, text: await response.text(), location: response.headers.get('location') };
  };
  const post = (path: string, fields: Ticked, headers?: Readonly<Record<string, string>>) =>
    send(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields) }, headers);
  return {
    send,
    post,
    open: (address: string | URL, headers?: Readonly<Record<string, string>>) => send(String(address), {}, headers),
    /** Opens the question and signs in: the page that asks. */
    async signIn(address: string | URL, email: string): Promise<Page> {
      const opened = await send(String(address));
      return post('/oauth/authorize', { request: fieldOf(opened, 'request'), email, password });
    },
    answer: (page: Page, ticked: Ticked) => post('/oauth/authorize/answer', { ticket: fieldOf(page, 'ticket'), ...ticked }),
  };
}

export type Browser = ReturnType<typeof openBrowser>;

/** A hidden field of a page; '' where there is none. */
export const fieldOf = ({ text }: Page, name: string): string => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';

export const approving = (project: string, changes: Ticked = {}): Ticked => ({
  ...{ answer: 'approve', project, scope_read: 'on', scope_write: 'on', days: '30', mode: 'direct' },
  ...changes,
});
