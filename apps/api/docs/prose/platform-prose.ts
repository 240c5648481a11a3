/** What the operations on accounts and boards are for, what happens next, what they cost and why they refuse. */
export const platformProse: Readonly<Record<string, string>> = {
  startConnection:
    'Begins to connect an account of the platform. Open `authorization_url` in a browser, or `connect_url`, which first says who connects what; after the consent the platform leads back to the callback. The state is good once, for 10 minutes. With `account_id` it renews that account’s consent. At the limit of the plan: 403 `plan_limit`.',
  handleConnectionCallback:
    'Where the platform leads back to after a consent; a browser is led on to the web app, a program gets JSON. It connects the account, or renews it. A state that is unknown, used or over is 400 `invalid_state`, a consent that was refused 400 `access_denied`, one of another person than before 409 `account_mismatch`.',
  listAccounts:
    'Lists the connected accounts with their health. `reconnect_required` means that a person has to consent again before anything is published. It costs nothing.',
  revokeAccount:
    'Disconnects an account. Its tokens are forgotten, its waiting pins fail with `account_revoked`, and its schedules are canceled; what is published stays. It frees a place of the plan. Connecting the same account again continues its history.',
  listBoards:
    'Lists the boards on which an account may publish, as the platform has them now. Their `id` is what a pin needs as `board_id`. An account that has to be connected again is 409, a platform that does not answer 503 with `Retry-After`.',
  createBoard:
    'Makes a board of an account on the platform, and answers it. Send an `Idempotency-Key`, and a repeat makes no second one. A sandbox has at most 5 boards: 403 `sandbox_board_limit`.',
  updateBoard:
    'Changes the name, description or privacy of a board on the platform; what is not named stays. A board that is not there is 404 `board_not_found`.',
  deleteBoard:
    'Deletes a board on the platform with all pins on it. This cannot be undone. Pins that wait for it fail with `board_not_found`.',
  checkBoardAccess:
    'Tells whether an account may publish on a board, and why not. The answer is kept for 5 minutes; `fresh=true` asks the platform again. `skipped` means that the platform could not be asked: a pin may be created all the same.',
};
