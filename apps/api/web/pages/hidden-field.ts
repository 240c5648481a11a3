import { html, type SafeHtml } from '../safe-html';

/** What a form carries along unseen. */
export const hiddenField = (name: string, value: string): SafeHtml => html`<input type="hidden" name="${name}" value="${value}" />`;
