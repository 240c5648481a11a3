import { formText } from './form-fields';
import { shownField } from './pages/item-card';

/** What a person answers on the page of a proposal; null: to all that wait. */
export type ProposalAnswer =
  | { readonly kind: 'approve' | 'decline'; readonly number: number | null }
  | { readonly kind: 'edit'; readonly number: number }
  | { readonly kind: 'show' };

/** The answer of a form; null for one that is none: nobody agrees by a slip. */
export function readProposalAnswer(form: unknown): ProposalAnswer | null {
  const [, kind, text = ''] = /^(approve|decline|edit|show)(?: (all|[1-9]\d{0,2}))?$/.exec(formText(form, 'answer')) ?? [];
  if (kind === 'show') return text === '' ? { kind } : null;
  const number = text === 'all' || text === '' ? null : Number(text);
  if (kind === 'edit') return number === null ? null : { kind, number };
  if (kind === 'approve' || kind === 'decline') return text === '' ? null : { kind, number };
  return null;
}

/** What the form says that the person was shown of these items. */
export const shownOfForm = (form: unknown, numbers: readonly number[]): ReadonlyMap<number, string> =>
  new Map(numbers.map((number) => [number, formText(form, shownField(number))]));
