const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export interface FormAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a form, as a browser or a program does. */
export async function sendForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<FormAnswer> {
  const signal = AbortSignal.timeout(60_000);
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual', signal });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A terminal of a program, and the browser of whoever sits before it. */
export function terminalAt(url: string, clientId = 'pps-cli') {
  const send = async (path: string, fields: Readonly<Record<string, string>>) => {
    const { status, headers, text } = await sendForm(url + path, fields);
    return { status, headers, body: JSON.parse(text) };
  };
  return {
    begin: (device_name = 'ada-laptop') => send('/oauth/device_authorization', { client_id: clientId, device_name }),
    poll: (device_code: string, client_id = clientId) => send('/oauth/token', { grant_type: deviceGrant, device_code, client_id }),
    token: (fields: Readonly<Record<string, string>>) => send('/oauth/token', fields),
    revoke: (token: string) => send('/oauth/revoke', { token, client_id: clientId }),
    signIn: (user_code: string, email: string, password: string) => sendForm(`${url}/app/device`, { user_code, email, password }),
    answer: (page: FormAnswer, fields: Readonly<Record<string, string>>) =>
      sendForm(`${url}/app/device/answer`, { ticket: ticketIn(page), ...fields }),
  };
}

/** What is ticked on the page by itself, and a project. */
export const approving = (project: string, changes: Readonly<Record<string, string>> = {}) => ({
  ...{ answer: 'approve', name: 'pps on ada-laptop', project, scope_read: 'on', scope_write: 'on' },
  ...changes,
});

/** The ticket in the form of a page; '' where there is none. */
export const ticketIn = ({ text }: FormAnswer): string => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
