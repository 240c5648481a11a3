import { html, type SafeHtml } from '@pps/web-pages';
import type { SimulatorPage } from '../pages/simulator-page';
import { simulatedParties } from './simulated-parties';

type Party = (typeof simulatedParties)[number];

/** What is simulated here, at which addresses, and how it is steered. */
export const simulatorsPage = (root: string): SimulatorPage => ({
  party: 'all',
  title: 'What is simulated here',
  isWide: true,
  content: html`<p>
      The service talks to four others. On this machine they are simulated over real HTTP and SMTP, so that everything can be tried without
      an account anywhere.
    </p>
    <ul class="cards">
      ${simulatedParties.map(partyCard)}
    </ul>
    <h2>Steering them</h2>
    <p>Control routes take and give JSON, and answer when their effect is complete. Two pins that the network refuses, for example:</p>
    <pre class="code"><code>curl ${root}/platform/_control/faults -H 'content-type: application/json' \\
  -d '{"operation":"pins.create","status":503,"times":2}'</code></pre>
    ${simulatedParties.filter(({ control }) => control.length > 0).map(controlTable)}`,
});

const partyCard = ({ name, what, page, addresses }: Party): SafeHtml =>
  html`<li class="card">
    <h2>${name}</h2>
    <p>${what}</p>
    <ul>
      ${addresses.map(([path, meaning]) => html`<li><code>${path}</code>: ${meaning}</li>`)}
    </ul>
    ${page !== null && html`<p><a class="button" href="${page.path}">${page.text}</a></p>`}
  </li>`;

const controlTable = ({ name, control }: Party): SafeHtml =>
  html`<h3>${name}</h3>
    <div class="scroll" role="region" aria-label="Control routes: ${name}" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col">Does</th>
          </tr>
        </thead>
        <tbody>
          ${control.map(
            ({ method, path, does }) =>
              html`<tr>
                <td><code>${method} ${path}</code></td>
                <td>${does}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>`;
