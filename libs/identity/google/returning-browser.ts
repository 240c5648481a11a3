/** Who comes back to end a sign-in. */
export interface ReturningBrowser {
  /** SHA-256 (base64url) of the cookie that the browser got when the sign-in started; null when it sent none. */
  readonly browser: string | null;
  /** Whether the caller is certainly a browser, which would have sent the cookie. */
  readonly isBrowser: boolean;
}

/**
 * Whether the caller may be the browser with this hash. Prevents login CSRF: an attacker could otherwise send a victim the end of the attacker's own
 * sign-in, and the victim would work in the attacker's account.
 */
export const isSameBrowser = ({ browser, isBrowser }: ReturningBrowser, expected: string): boolean =>
  browser === null ? !isBrowser : browser === expected;
