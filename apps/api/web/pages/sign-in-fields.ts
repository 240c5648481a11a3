import { html, type SafeHtml } from '../web-page';

/** The status of a page whose form was refused. */
export const refusedStatus = (problem: string | undefined) => (problem === undefined ? {} : { status: 422 });

/** Why a form was refused, said before the field that it is about. */
export const problemText = (problem: string | undefined): SafeHtml | false =>
  problem !== undefined && html`<p class="problem" id="problem" role="alert">${problem}</p>`;

/** Leads from that field to the words. */
export const describedByProblem = (problem: string | undefined): SafeHtml | false =>
  problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`;

/** The fields by which somebody proves with a password who he is, and their button. */
export const signInFields = (email: string, problem: string | undefined): SafeHtml =>
  html`<label for="email">E-mail address</label>
    <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}" />
    <label for="password">Password</label>
    ${problemText(problem)}
    <input id="password" name="password" type="password" autocomplete="current-password" required ${describedByProblem(problem)} />
    <button>Go on</button>`;

/** The way by Google; nothing where there is none. */
export const googleInstead = (google: string | null): SafeHtml | false =>
  google !== null && html`<p><a href="${google}">Sign in with Google instead</a></p>`;
