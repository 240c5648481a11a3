import { html, type SafeHtml } from '@pps/web-pages';
import { pictureSize } from '../pictures/draw-picture';
import { pageLinks, type PageRange } from '../pages/page-range';
import { shownTime, type SimulatorPage } from '../pages/simulator-page';
import type { AccountRecord, BoardRecord, PinRecord } from './records';

interface ListedPin extends PinRecord {
  readonly boardName: string;
}

interface ListedBoard extends BoardRecord {
  readonly pinCount: number;
}

export interface PlatformOverview {
  /** The newest ones; the counts are of all. */
  readonly accounts: readonly AccountRecord[];
  readonly accountCount: number;
  readonly boards: readonly ListedBoard[];
  readonly boardCount: number;
  /** Newest first. */
  readonly pins: readonly ListedPin[];
  readonly pinCount: number;
  readonly range: PageRange;
  /** What the list is limited to. */
  readonly filter: Readonly<Record<string, string>>;
}

/** Who is here, which boards they have, and the pins with their pictures. */
export const platformOverviewPage = (overview: PlatformOverview): SimulatorPage => ({
  party: 'platform',
  title: 'Pins',
  isWide: true,
  content: html`<p>What the service has really made on the network${filterText(overview.filter)}, newest first.</p>
    <h2>${counted(overview.pinCount, 'pin', 'pins')}</h2>
    ${overview.pinCount === 0 && html`<p>None yet: <code>npm run demo</code> makes some.</p>`}
    <ul class="pins">
      ${overview.pins.map(pinItem)}
    </ul>
    ${pageLinks(overview.range, overview.filter)} ${accountList(overview)} ${boardTable(overview)}`,
});

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

const filterText = (filter: Readonly<Record<string, string>>): SafeHtml | false =>
  Object.keys(filter).length > 0 &&
  html` (${Object.entries(filter).map(([name, value]) => html`${name} <bdi>${value}</bdi> `)}only, <a href="/platform/">show all</a>)`;

function pinItem({ id, title, description, altText, link, account, boardName, boardId, createdMs, content }: ListedPin): SafeHtml {
  const name = title ?? `Pin ${id}`;
  const { width, height } = pictureSize;
  const picture = `/platform/pictures/${id}?v=${content.slice(0, 12)}`;
  return html`<li id="pin-${id}">
    <img loading="lazy" alt="${altText ?? ''}" width="${width}" height="${height}" src="${picture}" />
    <h3><bdi>${link === null ? name : html`<a href="${link}" rel="noopener noreferrer">${name}</a>`}</bdi></h3>
    ${description !== null && html`<p><bdi>${description}</bdi></p>`}
    <p class="hint">
      <a href="?${new URLSearchParams({ account }).toString()}">${account}</a> on
      <a href="?${new URLSearchParams({ board: boardId }).toString()}">${boardName}</a><br />${shownTime(createdMs)}
    </p>
  </li>`;
}

const accountList = ({ accounts, accountCount }: PlatformOverview): SafeHtml =>
  html`<h2>${counted(accountCount, 'account', 'accounts')}</h2>
    <p class="row">
      ${accounts.map(
        ({ username }) => html`<a href="?${new URLSearchParams({ account: username }).toString()}"><bdi>${username}</bdi></a> `,
      )}
    </p>
    ${accounts.length < accountCount && html`<p class="hint">The newest ${accounts.length} are shown.</p>`}`;

const boardTable = ({ boards, boardCount }: PlatformOverview): SafeHtml =>
  html`<h2>${counted(boardCount, 'board', 'boards')}</h2>
    <div class="scroll" role="region" aria-label="Boards" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Owner</th>
            <th scope="col">Privacy</th>
            <th scope="col">Pins</th>
            <th scope="col">Id</th>
          </tr>
        </thead>
        <tbody>
          ${boards.map(
            ({ id, name, owner, privacy, pinCount }) =>
              html`<tr>
                <th scope="row">
                  <a href="?${new URLSearchParams({ board: id }).toString()}"><bdi>${name}</bdi></a>
                </th>
                <td><bdi>${owner}</bdi></td>
                <td>${privacy.toLowerCase()}</td>
                <td>${pinCount}</td>
                <td>${id}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    ${boards.length < boardCount && html`<p class="hint">The newest ${boards.length} are shown.</p>`}`;
