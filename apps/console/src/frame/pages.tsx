import { Link, Redirect, Route, Switch } from 'wouter';
import { Page } from '../shown/page';
import { loadPage } from './load-page';
import { ShownAddress } from './shown-address';

const HomePage = loadPage('HomePage', () => import('../home/home-page'));
const PinsPage = loadPage('PinsPage', () => import('../pins/pins-page'));
const NewPinPage = loadPage('NewPinPage', () => import('../pins/new-pin-page'));
const ManyPinsPage = loadPage('ManyPinsPage', () => import('../many/many-pins-page'));
const PinPage = loadPage('PinPage', () => import('../pins/pin-page'));
const CalendarPage = loadPage('CalendarPage', () => import('../schedules/calendar-page'));
const SchedulesPage = loadPage('SchedulesPage', () => import('../schedules/schedules-page'));
const ImportsPage = loadPage('ImportsPage', () => import('../imports/imports-page'));
const ImportPage = loadPage('ImportPage', () => import('../imports/import-page'));
const AssetsPage = loadPage('AssetsPage', () => import('../assets/assets-page'));
const AssetPage = loadPage('AssetPage', () => import('../assets/asset-page'));
const AccountsPage = loadPage('AccountsPage', () => import('../accounts/accounts-page'));
const WebhooksPage = loadPage('WebhooksPage', () => import('../webhooks/webhooks-page'));
const WebhookPage = loadPage('WebhookPage', () => import('../webhooks/webhook-page'));
const KeysPage = loadPage('KeysPage', () => import('../keys/keys-page'));
const RequestsPage = loadPage('RequestsPage', () => import('../requests/requests-page'));
const RequestPage = loadPage('RequestPage', () => import('../requests/request-page'));
const UsagePage = loadPage('UsagePage', () => import('../usage/usage-page'));
const PlansPage = loadPage('PlansPage', () => import('../usage/plans-page'));
const ProposalsPage = loadPage('ProposalsPage', () => import('../proposals/proposals-page'));
const ProposalPage = loadPage('ProposalPage', () => import('../proposals/proposal-page'));
const ProgramsPage = loadPage('ProgramsPage', () => import('../programs/programs-page'));
const SettingsPage = loadPage('SettingsPage', () => import('../settings/settings-page'));
const SecurityPage = loadPage('SecurityPage', () => import('../settings/security-page'));
const DataPage = loadPage('DataPage', () => import('../settings/data-page'));
const SchedulePage = loadPage('SchedulePage', () => import('../schedules/schedule-page'));
const ReportsPage = loadPage('ReportsPage', () => import('../reports/reports-page'));
const ActivityPage = loadPage('ActivityPage', () => import('../history/activity-page'));
const FactsPage = loadPage('FactsPage', () => import('../history/facts-page'));
const FactPage = loadPage('FactPage', () => import('../history/fact-page'));
const ProofsPage = loadPage('ProofsPage', () => import('../proofs/proofs-page'));

/** Every page, each loaded when it is first opened; the page before stays until then. */
export const Pages = () => (
  <ShownAddress>
    <Switch>
      <Route path="/" component={HomePage} />
      <Route path="/pins" component={PinsPage} />
      <Route path="/pins/new" component={NewPinPage} />
      <Route path="/pins/many" component={ManyPinsPage} />
      <Route path="/pins/:id">{({ id }) => <PinPage key={id} id={id} />}</Route>
      <Route path="/calendar" component={CalendarPage} />
      <Route path="/schedules" component={SchedulesPage} />
      <Route path="/imports" component={ImportsPage} />
      <Route path="/imports/:id">{({ id }) => <ImportPage key={id} id={id} />}</Route>
      <Route path="/files" component={AssetsPage} />
      <Route path="/files/:id">{({ id }) => <AssetPage key={id} id={id} />}</Route>
      <Route path="/accounts" component={AccountsPage} />
      <Route path="/connections" component={AccountsPage} />
      <Route path="/webhooks" component={WebhooksPage} />
      <Route path="/webhooks/:id">{({ id }) => <WebhookPage key={id} id={id} />}</Route>
      <Route path="/keys" component={KeysPage} />
      <Route path="/requests" component={RequestsPage} />
      <Route path="/requests/:id">{({ id }) => <RequestPage key={id} id={id} />}</Route>
      <Route path="/schedules/:id">{({ id }) => <SchedulePage key={id} id={id} />}</Route>
      <Route path="/reports" component={ReportsPage} />
      <Route path="/history" component={ActivityPage} />
      <Route path="/history/facts" component={FactsPage} />
      <Route path="/history/facts/:leaf">{({ leaf }) => <FactPage key={leaf} leaf={leaf} />}</Route>
      <Route path="/history/proofs" component={ProofsPage} />
      <Route path="/usage" component={UsagePage} />
      <Route path="/billing" component={PlansPage} />
      <Route path="/proposals" component={ProposalsPage} />
      <Route path="/proposals/:id">{({ id }) => <ProposalPage key={id} id={id} />}</Route>
      <Route path="/programs" component={ProgramsPage} />
      <Route path="/settings" component={SettingsPage} />
      <Route path="/settings/security" component={SecurityPage} />
      <Route path="/settings/data" component={DataPage} />
      <Route path="/sign-in">
        <Redirect to="/" replace />
      </Route>
      <Route path="/register">
        <Redirect to="/" replace />
      </Route>
      <Route>
        <Page title="There is no such page">
          <p>
            The address is wrong, or what was there has moved. <Link href="/">Go to the beginning</Link>
          </p>
        </Page>
      </Route>
    </Switch>
  </ShownAddress>
);
