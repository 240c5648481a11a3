/** What the operations on sign-in and the person are for, what happens next and why they refuse. */
export const authProse: Readonly<Record<string, string>> = {
  register:
    'Makes a user with a workspace on the free plan, signs in, and mails a link that verifies the address. The answer has the `access_token` for `Authorization: Bearer`. A taken address is 409 `account_exists`. Too many from one place: 429 with `Retry-After`.',
  login:
    'Signs in with e-mail and password, and answers a token for 12 hours. If the account has a second factor the answer is 401 `second_factor_required` with a `ticket` for `POST /v1/auth/login/second-factor`. A wrong password and an unknown address are the same 401. After ten failures within 15 minutes: 429.',
  completeLogin:
    'Completes a sign-in with a code of the authenticator app or a recovery code, and the ticket that `POST /v1/auth/login` gave. A ticket is good for minutes, a recovery code once.',
  getMe: 'Reads who the session belongs to: user, organization, projects and permissions.',
  logout: 'Ends the session: its token is refused at once. API keys stay.',
  listSessions: 'Lists where the person is signed in, with browser and last use; `current` is the one that asks.',
  endSession: 'Ends one of the person’s sessions, for example that of a lost device.',
  reauthenticate:
    'Shows the password again, and a code where the second factor is on. Some changes ask for a sign-in that is not long ago (`recent_login_required`): call this and try again.',
  changePassword: 'Changes the password and ends every other session. A wrong `current_password` is 422 on that field. API keys stay.',
  forgotPassword:
    'Mails a link with which the password is reset, good for one hour. The answer is the same whether the address is known or not.',
  resetPassword:
    'Sets a new password with the token of a mailed link, which is good once, and ends every session. A token that is unknown, used or over is 400 `invalid_token`.',
  requestEmailVerification:
    'Mails a link that verifies the address, at most once a minute; `retry_after_seconds` says when the next one may go out.',
  verifyEmail: 'Verifies the address with the token of a mailed link, which is good once, for 48 hours.',
  requestEmailChange:
    'Asks for another address. A link goes to the present one: the change holds once it is opened. A taken address is 409 `account_exists`.',
  confirmEmailChange:
    'Approves another address with the token of a mailed link. The session stays; sign in with the new address from now on.',
  getProfile: 'Reads the person’s name and address, and the data for invoices.',
  updateProfile: 'Changes name, workspace and the data for invoices; what is not named stays. `""` clears a text.',
  getSecondFactor: 'Reads whether signing in asks for a code, and how many recovery codes are left.',
  startSecondFactorSetup:
    'Gives a secret for an authenticator app, as text, as address and as a picture to scan. Nothing changes until it is confirmed with a first code. The address must be verified: else 409 `conflict`.',
  confirmSecondFactor: 'Turns the second factor on with a first code of the app, and answers recovery codes: they are shown this once.',
  replaceRecoveryCodes: 'Makes new recovery codes; the old ones are refused from then on. They are shown this once.',
  disableSecondFactor: 'Turns the second factor off. It asks for the password again, or a code.',
  getGoogleStatus: 'Tells whether one can sign in with Google here.',
  startGoogleLogin: 'Leads a browser to Google to sign in (302). `next` is a path of the web app to come back to.',
  handleGoogleCallback:
    'Where Google leads back to; the browser is led on to the web app with a token for `POST /v1/auth/google/complete`, or with an error.',
  completeGoogleLogin:
    'Gives a session for the token with which the browser came back from Google, good for two minutes and once. If the account has a second factor the answer is 401 `second_factor_required` with a `ticket`.',
  deleteAccount:
    'Asks for the end of the account and its workspace. It ends after the time that the answer names; until then it can be taken back. Then nothing of it is left that can be read.',
  cancelAccountDeletion: 'Takes the end of the account back. If none was asked for: 409 `conflict`.',
  exportAccount:
    'Asks for an archive of everything that is stored of the account. It is made in the background; a mail says when it is ready. A few a day can be asked for: else 429.',
  getAccountExport: 'Reads how the archive that was asked for last is doing; when it is ready, `download_url` is a signed link to it.',
  downloadAccountExport: 'Downloads the archive as a ZIP file by its signed link, until it ends.',
};
