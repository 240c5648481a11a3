import { html, type Html } from '../html';

/** What a form carries along unseen. */
export const hiddenField = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}" />`;
