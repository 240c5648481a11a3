import type { Configuration } from '@pps/runtime';
import type { IncomingHttpHeaders } from 'node:http';
import { isUuid } from '@pps/kernel';
import { webRoot } from './render-page';

type Address = Pick<Configuration, 'PUBLIC_URL'>;

const lifetimeSeconds = 900;
/** Browsers keep no cookie of more than 4 kB. */
const longestTicket = 3_900;
const cookieName = 'pps_question';

const authorizePath = ({ PUBLIC_URL }: Address): string => `${new URL(PUBLIC_URL).pathname.replace(/\/+$/, '')}/oauth/authorize`;

/** A short path for a question, which a sign-in elsewhere is given to come back with; null where the browser cannot keep the question itself. */
export const questionPath = (configuration: Address, requestId: string, ticket: string): string | null =>
  ticket.length > longestTicket ? null : pathOfQuestion(configuration, requestId);

const pathOfQuestion = (configuration: Address, requestId: string): string => `${authorizePath(configuration)}?asked=${requestId}`;

/** Where a sign-in elsewhere for a question goes on, in this service. */
export const resumePage = (configuration: Address, requestId: string): string => {
  const page = new URL(`${webRoot(configuration)}/auth/complete`, configuration.PUBLIC_URL);
  page.searchParams.set('next', pathOfQuestion(configuration, requestId));
  return page.href;
};

/** The question that such a path is about; null for any other path. */
export function questionAt(path: string, configuration: Address): string | null {
  const [before, query = ''] = path.split('?');
  const asked = new URLSearchParams(query).get('asked') ?? '';
  return before === authorizePath(configuration) && isUuid(asked) ? asked : null;
}

/** Lets the browser keep a signed question while its person signs in elsewhere: the last one that was opened, sent where such sign-ins end only. */
export function questionCookie(ticket: string, configuration: Address): string {
  const secure = new URL(configuration.PUBLIC_URL).protocol === 'https:' ? '; Secure' : '';
  return `${cookieName}=${ticket}; Path=${webRoot(configuration)}/auth; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The signed question that a browser kept; '' for none. */
export const questionInCookie = ({ cookie = '' }: IncomingHttpHeaders): string =>
  new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]+)(?:;|$)`).exec(cookie)?.[1] ?? '';
