import { lazy } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { Page } from '../shown/page';

const HomePage = lazy(() => import('../home/home-page').then(({ HomePage }) => ({ default: HomePage })));
const PinsPage = lazy(() => import('../pins/pins-page').then(({ PinsPage }) => ({ default: PinsPage })));
const NewPinPage = lazy(() => import('../pins/new-pin-page').then(({ NewPinPage }) => ({ default: NewPinPage })));
const PinPage = lazy(() => import('../pins/pin-page').then(({ PinPage }) => ({ default: PinPage })));
const CalendarPage = lazy(() => import('../schedules/calendar-page').then(({ CalendarPage }) => ({ default: CalendarPage })));
const SchedulesPage = lazy(() => import('../schedules/schedules-page').then(({ SchedulesPage }) => ({ default: SchedulesPage })));
const ImportsPage = lazy(() => import('../imports/imports-page').then(({ ImportsPage }) => ({ default: ImportsPage })));
const ImportPage = lazy(() => import('../imports/import-page').then(({ ImportPage }) => ({ default: ImportPage })));
const AccountsPage = lazy(() => import('../accounts/accounts-page').then(({ AccountsPage }) => ({ default: AccountsPage })));
const WebhooksPage = lazy(() => import('../webhooks/webhooks-page').then(({ WebhooksPage }) => ({ default: WebhooksPage })));
const WebhookPage = lazy(() => import('../webhooks/webhook-page').then(({ WebhookPage }) => ({ default: WebhookPage })));
const KeysPage = lazy(() => import('../keys/keys-page').then(({ KeysPage }) => ({ default: KeysPage })));
const RequestsPage = lazy(() => import('../requests/requests-page').then(({ RequestsPage }) => ({ default: RequestsPage })));
const UsagePage = lazy(() => import('../usage/usage-page').then(({ UsagePage }) => ({ default: UsagePage })));
const PlansPage = lazy(() => import('../usage/plans-page').then(({ PlansPage }) => ({ default: PlansPage })));

/** Every page, each loaded when it is first opened. */
export const Pages = () => (
  <Switch>
    <Route path="/" component={HomePage} />
    <Route path="/pins" component={PinsPage} />
    <Route path="/pins/new" component={NewPinPage} />
    <Route path="/pins/:id">{({ id }) => <PinPage key={id} id={id} />}</Route>
    <Route path="/calendar" component={CalendarPage} />
    <Route path="/schedules" component={SchedulesPage} />
    <Route path="/imports" component={ImportsPage} />
    <Route path="/imports/:id">{({ id }) => <ImportPage key={id} id={id} />}</Route>
    <Route path="/accounts" component={AccountsPage} />
    <Route path="/connections" component={AccountsPage} />
    <Route path="/webhooks" component={WebhooksPage} />
    <Route path="/webhooks/:id">{({ id }) => <WebhookPage key={id} id={id} />}</Route>
    <Route path="/keys" component={KeysPage} />
    <Route path="/requests" component={RequestsPage} />
    <Route path="/usage" component={UsagePage} />
    <Route path="/billing" component={PlansPage} />
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
);
