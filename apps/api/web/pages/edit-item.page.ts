import type { ProposedWrite } from '@pps/proposals/events';
import { contentBody } from '../../pins/content-body';
import { formText } from '../form-fields';
import { hiddenField, html, type SafeHtml, type WebPage } from '../web-page';
import { fieldName, shownField } from './item-card';
import { asker, type AskingView } from './proposal.page';
import { problemText, refusedStatus } from './sign-in-fields';

type NewPin = Extract<ProposedWrite, { readonly action: 'publish' | 'schedule' }>;

interface EditView extends AskingView {
  readonly number: number;
  readonly write: NewPin;
  /** Fingerprint of the item as the person was shown it. */
  readonly shown: string;
}

/** What a person types over, with the most characters of each; the address of a picture and the board stay. */
const editable = { title: 100, description: 800, link_url: 2_048, alt_text: 500 } as const;

/** Lets a person change one item before he agrees to it; `typed` is what he sent that could not be taken. */
export function editPage(
  { ticket, proposal, number, write, shown }: EditView,
  typed?: { readonly form: unknown; readonly problem: string },
): WebPage {
  const fields = contentBody(write.content);
  const valueOf = (name: string, before: string) => (typed ? formText(typed.form, name) : before);
  const texts = (Object.keys(editable) as (keyof typeof editable)[]).map((name) =>
    textField(name, valueOf(name, fields[name] ?? ''), editable[name]),
  );
  return {
    ...refusedStatus(typed?.problem),
    title: `Edit item ${number}`,
    content: html`<p>${asker(proposal)} Nothing is done before you agree.</p>
      ${problemText(typed?.problem)}
      <form method="post" action="proposal/answer">
        ${hiddenField('ticket', ticket)} ${hiddenField('edited', 'yes')} ${hiddenField(shownField(number), shown)} ${texts}
        ${write.action === 'schedule' && timeField(valueOf('run_at', localTime(write.runAt)))}
        <p class="row">
          <button name="answer" value="approve ${number}">Agree to it like this</button>
          <button class="second" name="answer" value="show" formnovalidate>Back</button>
        </p>
      </form>`,
  };
}

const textField = (name: keyof typeof editable, value: string, most: number): SafeHtml =>
  html`<label for="${name}">${fieldName(name)}</label> ${
      name === 'description' || name === 'alt_text'
        ? html`<textarea id="${name}" name="${name}" rows="4" maxlength="${most}" dir="auto">${leading(value)}${value}</textarea>`
        : html`<input id="${name}" name="${name}" maxlength="${most}" dir="auto" value="${value}" ${name === 'title' && html` required`} />`
    }`;

/** A browser takes away a first line end of a text area. */
const leading = (value: string): string => (value.startsWith('\n') ? '\n' : '');

const timeField = (value: string): SafeHtml =>
  html`<label for="run_at">When, in UTC</label>
    <input id="run_at" name="run_at" type="datetime-local" step="1" required value="${value}" />`;

const localTime = (runAt: string): string => runAt.slice(0, 19);

/** What the form of that page has changed, under the names of requests. */
export function editedFields(write: ProposedWrite, form: unknown): Readonly<Record<string, unknown>> {
  if (write.action !== 'publish' && write.action !== 'schedule') return {};
  const before = contentBody(write.content);
  const texts = (Object.keys(editable) as (keyof typeof editable)[]).flatMap((name) => {
    const value = linesOf(formText(form, name));
    return value === linesOf(before[name] ?? '') ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(texts), ...timeOf(write, formText(form, 'run_at')) };
}

/** Forms send other line ends than they are given. */
const linesOf = (text: string): string => text.replace(/\r\n?/g, '\n');

function timeOf(write: ProposedWrite, text: string): { readonly run_at?: string } {
  if (write.action !== 'schedule' || text === localTime(write.runAt)) return {};
  return { run_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00Z` : `${text}Z` };
}
