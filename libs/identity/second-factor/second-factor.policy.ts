/** How long a secret that was shown can be confirmed. */
export const setupLifetimeMs = 15 * 60_000;

/** How long the page under `/app` may change the second factor after a sign-in there. */
export const manageTicketLifetimeMs = 15 * 60_000;

/** Seconds for which a code of an authenticator app stands (RFC 6238). */
export const stepSeconds = 30;

/** So many steps an app's clock may be ahead or behind. */
export const stepsOfDrift = 1;

export const recoveryCodeCount = 10;

/** Tickets of completed sign-ins that are remembered: each needed a code of its own, and of those there is one in 30 s. */
export const ticketsRemembered = 50;
