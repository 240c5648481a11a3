import { Suspense } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useChanges } from '../live/use-changes';
import { consoleRoot } from '../session/console-root';
import { GoogleArrivalPage } from '../session/google-arrival-page';
import { RegisterPage } from '../session/register-page';
import { openSession } from '../session/enter-session';
import { HeldSecretDialog } from '../session/held-secret-dialog';
import { SessionDialogs } from '../session/session-dialogs';
import { setSession, useSession } from '../session/console-session';
import { SignInPage } from '../session/sign-in-page';
import { Failure } from '../shown/failure';
import { Freshness } from './freshness';
import { useFocusReturn } from './use-focus-return';
import { Navigation } from './navigation';
import { OutdatedNotice } from './outdated-notice';
import { Pages } from './pages';
import { Whereabouts } from './whereabouts';

/** What stands around every page. */
export function Frame() {
  useChanges();
  useFocusReturn();
  const session = useSession();
  const isIn = 'me' in session;
  return (
    <>
      <a className="skip" href="#content">
        To the content
      </a>
      <header>
        <div className="top">
          <Link href="/" className="brand">
            <img src={`${consoleRoot}/assets/icon.svg`} alt="" width="28" height="28" />
            Pin Publishing Service
          </Link>
          {isIn && <Navigation />}
          {isIn && <Whereabouts />}
        </div>
        {isIn && <Freshness />}
      </header>
      {/* Another one, not the same moved below what came above it. */}
      <main key={isIn ? 'in' : 'alone'} id="content" className={isIn ? '' : 'alone'}>
        <OutdatedNotice />
        <Content />
      </main>
      <footer className="foot">
        <a href={`${consoleRoot}/../docs/manual`}>Manual</a> · <a href={`${consoleRoot}/../docs`}>Interface description</a>
      </footer>
      <HeldSecretDialog />
      <SessionDialogs />
    </>
  );
}

function Content() {
  const session = useSession();
  const [path] = useLocation();
  const again = (): void => {
    setSession({ kind: 'unknown' });
    void openSession();
  };
  if (path === '/auth/complete') return <GoogleArrivalPage />;
  if (session.kind === 'unknown') return <p role="status">Loading …</p>;
  if (session.kind === 'unreachable')
    return <Failure error={session.error} what="The service did not say who is signed in" onRetry={again} />;
  if (session.kind === 'signed_out')
    return (
      <Switch>
        <Route path="/register">
          <RegisterPage />
        </Route>
        <Route>
          <SignInPage />
        </Route>
      </Switch>
    );
  return (
    <Suspense fallback={<p role="status">Loading …</p>}>
      <Pages key={session.me.active_project.id} />
    </Suspense>
  );
}
