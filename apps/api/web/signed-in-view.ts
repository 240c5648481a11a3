import type { Configuration } from '@pps/runtime';
import type { SessionBody } from '../auth/session-body';
import { isPath } from '../google/google.dto';
import type { SignedInView } from './pages/sign-in.page';
import { webRoot } from './web-root';

type OpenedSession = Awaited<ReturnType<SessionBody['openDefault']>>;

/** What the page at the end of a sign-in shows of the session. */
export const signedInView = (
  { user, organization, access_token, expires_in }: OpenedSession,
  isNew: boolean,
  next: string | null,
): SignedInView => ({
  name: user.full_name,
  email: user.email,
  workspace: organization.name,
  isNew,
  accessToken: access_token,
  seconds: expires_in,
  next,
});

/** The path to go on to; null for none. It may have been tampered with since Google was asked, so it is looked at once more. */
export const wayOn = (next: string, configuration: Configuration): string | null =>
  isPath(next) && next !== webRoot(configuration) ? next : null;
