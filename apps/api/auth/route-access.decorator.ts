import { SetMetadata } from '@nestjs/common';
import type { Scope } from '@pps/identity';

/** What a route asks of a credential; declared exactly once on every route. */
export type RouteAccess = { readonly kind: 'public' } | { readonly kind: 'session' } | { readonly kind: 'scope'; readonly scope: Scope };

export const ROUTE_ACCESS = 'route-access';

/** No credential. */
export const Public = () => SetMetadata(ROUTE_ACCESS, { kind: 'public' } satisfies RouteAccess);

/** A user-session JWT; API keys are refused. */
export const SessionOnly = () => SetMetadata(ROUTE_ACCESS, { kind: 'session' } satisfies RouteAccess);

export const RECENT_LOGIN = 'recent-login';

/** What can take an account over: a session needs a sign-in, or the password, not longer ago than `RECENT_LOGIN`. API keys are not asked. */
export const RequireRecentLogin = () => SetMetadata(RECENT_LOGIN, true);

export const WHOLE_PROJECT = 'whole-project';

/** What concerns the whole project or the person: refused to a key that is limited to some accounts. */
export const WholeProject = () => SetMetadata(WHOLE_PROJECT, true);

export const BEYOND_SANDBOX = 'beyond-sandbox';

/** What changes the person or the organization: refused to a key of the sandbox, and to a token made with it. */
export const BeyondSandbox = () => SetMetadata(BEYOND_SANDBOX, true);

export const BEYOND_PROGRAMS = 'beyond-programs';

/** What is the person's, or would outlive what was agreed to: refused to programs that a person lets act. */
export const BeyondPrograms = () => SetMetadata(BEYOND_PROGRAMS, true);

/** A JWT, or an API key that holds the scope. */
export const RequireScope = (scope: Scope) => SetMetadata(ROUTE_ACCESS, { kind: 'scope', scope } satisfies RouteAccess);
