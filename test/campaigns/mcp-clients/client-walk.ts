import type { GrantService } from '../../grants/grant-service';
import { approving, openBrowser } from '../../grants/open-browser';
import { modernCall } from '../../mcp/send-raw';
import type { Account } from '../../setup/account';

/** What a client of somebody else is walked on. */
export interface Ground {
  readonly service: GrantService;
  readonly person: Account;
  /** Where its package is installed. */
  readonly folder: string;
}

/** Says what a client saw on its way, step by step; throws where a step failed. */
export type ClientWalk = (ground: Ground) => Promise<readonly string[]>;

/** Lets the person agree on the page that a client sends its browser to: where the browser is sent back. */
export async function agreeAt({ service, person }: Ground, asked: string | URL): Promise<URL> {
  const browser = openBrowser(service.url);
  const page = await browser.signIn(asked, person.email);
  const { location, status, text } = await browser.answer(page, approving(person.projectId));
  if (location === null) throw new Error(`nobody agreed: ${status} ${text.slice(0, 300)}`);
  return new URL(location);
}

/** A call of a tool as bytes, for clients that know OAuth only. */
export const toolCall = modernCall('list_accounts');

export async function expectAccounts(answer: Response): Promise<void> {
  const { result } = (await answer.json()) as { readonly result?: { readonly structuredContent?: { readonly accounts?: unknown } } };
  if (!Array.isArray(result?.structuredContent?.accounts)) throw new Error(`the tool was answered ${answer.status}`);
}
