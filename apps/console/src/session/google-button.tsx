import { useQuery } from '@tanstack/react-query';
import { client } from './client';
import { consoleRoot, serviceAddress } from './console-root';
import { setMarker } from './marker';

/** Leads to the sign-in with Google where it is set up, and back to where one was. */
export function GoogleButton() {
  const { data } = useQuery({ queryKey: ['google'], queryFn: () => client.auth.getGoogleStatus(), staleTime: Infinity });
  if (data?.enabled !== true) return null;
  const here = location.pathname;
  const next = /\/(sign-in|register|auth\/complete)$/.test(here) ? consoleRoot : here;
  return (
    <p>
      <a className="button" href={`${serviceAddress}/v1/auth/google/login?next=${encodeURIComponent(next)}`} onClick={setMarker}>
        Sign in with Google
      </a>
    </p>
  );
}
