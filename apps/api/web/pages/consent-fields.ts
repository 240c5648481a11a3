import type { PublishingMode, Scope } from '@pps/identity';
import { html, type SafeHtml } from '../web-page';

export interface ConsentProject {
  /** The project's id, or `new_sandbox`. */
  readonly value: string;
  readonly name: string;
  readonly isSandbox: boolean;
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
}

const scopeWords = {
  read: 'Read everything of the project',
  write: 'Create and change: pins, schedules, webhooks, keys',
  destructive: 'Delete, and revoke keys',
} as const;

/** A program reaches no keys. */
const programWords = { ...scopeWords, write: 'Create and change: pins, schedules, boards, webhooks', destructive: 'Delete' } as const;

interface OfferedScope {
  readonly scope: Scope;
  readonly isTicked: boolean;
}

/** Where somebody says in which project, with which accounts something may act for him, and what it may do. */
export function consentFields(
  projects: readonly ConsentProject[],
  scopes: readonly OfferedScope[],
  asks: 'terminal' | 'program' = 'terminal',
  projectId: string | null = null,
): SafeHtml {
  const preferred = projects.find(({ value }) => value === projectId) ?? projects.find(({ isSandbox }) => isSandbox) ?? projects[0];
  return html`<fieldset>
      <legend>In which project?</legend>
      ${projects.map((project) => projectChoice(project, project === preferred))}
      <p class="hint">Where no account is ticked, it is all accounts of the project.</p>
    </fieldset>
    ${scopeFields(scopes, asks)}`;
}

/** Where somebody says what something may do. */
export const scopeFields = (scopes: readonly OfferedScope[], asks: 'terminal' | 'program' = 'program'): SafeHtml =>
  html`<fieldset>
    <legend>What may it do?</legend>
    ${scopes.map(
      ({ scope, isTicked }) =>
        html`<p>
          <label
            ><input type="checkbox" name="scope_${scope}" value="on" ${isTicked && html` checked`} />
            ${(asks === 'program' ? programWords : scopeWords)[scope]}</label
          >
        </p>`,
    )}
  </fieldset>`;

const modeWords: Readonly<Record<PublishingMode, string>> = {
  propose: 'I do, on a page of this service: it proposes, and I approve, change or decline each pin',
  confirm: 'I do, in the program: it asks me for each pin. This service sees its word only; a program that cannot ask proposes',
  direct: 'Nobody: it publishes by itself',
};

/** Where somebody says who has to agree to what a program publishes. */
export const modeFields = (chosen: PublishingMode): SafeHtml =>
  html`<fieldset>
    <legend>Who agrees to each pin before it is published?</legend>
    ${(Object.keys(modeWords) as PublishingMode[]).map(
      (mode) =>
        html`<p>
          <label><input type="radio" name="mode" value="${mode}" required${mode === chosen && html` checked`} /> ${modeWords[mode]}</label>
        </p>`,
    )}
    <p class="hint">
      Whichever you choose, it deletes, takes back, and creates, renames and hides boards without asking where you let it. Only a program
      that publishes by itself makes a board public.
    </p>
  </fieldset>`;

const projectChoice = ({ value, name, isSandbox, accounts }: ConsentProject, isChosen: boolean): SafeHtml =>
  html`<p>
      <label
        ><input type="radio" name="project" value="${value}" required${isChosen && html` checked`} />
        <bdi>${name}</bdi> (${isSandbox ? 'sandbox: nothing is really published' : 'production'})</label
      >
    </p>
    ${accounts.map(
      ({ id, name: account }) =>
        html`<p class="hint">
          <label><input type="checkbox" name="account_${id}" value="on" /> only the account <bdi>${account}</bdi></label>
        </p>`,
    )}`;
