import { ApiError } from 'pin-publishing';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Failure } from '../shown/failure';
import { Page } from '../shown/page';
import { client } from './client';
import { consoleRoot } from './console-root';
import { GoogleButton } from './google-button';
import { SecondFactorForm } from './second-factor-form';
import { enterSession } from './enter-session';

const arrived = new URLSearchParams(location.search);

/** Where a sign-in with Google ends: its token works once, and leaves the address bar at once. */
export function GoogleArrivalPage() {
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<unknown>(() => refusal(arrived.get('error')));
  const [ticket, setTicket] = useState<string | null>(null);

  const goOn = useCallback(() => navigate(pathOf(arrived.get('next')), { replace: true }), [navigate]);
  useEffect(() => {
    const token = arrived.get('token');
    arrived.delete('token');
    history.replaceState(null, '', location.pathname);
    if (token === null) return;
    const finish = async (): Promise<void> => {
      try {
        await client.auth.completeGoogleLogin({ token, carrier: 'cookie' });
        await enterSession();
        goOn();
      } catch (error) {
        const given = error instanceof ApiError && error.code === 'second_factor_required' ? error.context['ticket'] : undefined;
        if (typeof given === 'string') setTicket(given);
        else setFailure(error);
      }
    };
    void finish();
  }, [goOn]);

  return (
    <Page title="Signing in with Google">
      {ticket !== null && <SecondFactorForm ticket={ticket} onBack={() => navigate('/sign-in')} onDone={goOn} />}
      {failure !== undefined && <Failure error={failure} what="You are not signed in" />}
      {failure !== undefined && <GoogleButton />}
      {failure === undefined && ticket === null && <p role="status">One moment …</p>}
    </Page>
  );
}

const refusal = (code: string | null): unknown => (code === null ? undefined : new Error(`The sign-in was refused: ${code.slice(0, 60)}`));

/** A page of the console; anything else is no place to go on to. */
function pathOf(next: string | null): string {
  const url = URL.canParse(next ?? '', location.origin) ? new URL(next ?? '', location.origin) : null;
  const isOwn = url !== null && url.origin === location.origin && url.pathname.startsWith(`${consoleRoot}/`);
  return isOwn ? `${url.pathname.slice(consoleRoot.length)}${url.search}` : '/';
}
