/** What the operations on pins are for, what happens next, what they cost and why they refuse. */
export const pinsProse: Readonly<Record<string, string>> = {
  createPin:
    'Accepts one pin and publishes it as soon as the account’s turn comes. The answer is the pin as it is queued: ask `GET /v1/pins/{id}` or subscribe to `pin.published` and `pin.failed` for its outcome. It uses one unit of the month’s quota, whether it is published or not. Send an `Idempotency-Key`, and a repeat gives the same pin instead of a second one. The board, the account and the media are checked first: what cannot be published is refused (409, 422) and costs nothing.',
  createPins:
    'Accepts up to 100 pins in one call, each for itself: the answer tells for every item whether it was created, existed already or failed, and why. Each created pin uses one unit of quota. An inactive subscription, or less quota than new pins, refuses the whole batch (402) and creates nothing. With an `Idempotency-Key` the same batch can be sent again after a lost answer.',
  validatePin:
    'Checks a pin as `POST /v1/pins` would, and creates nothing: fields, account, board, media, quota, rate, and whether its key was used. The answer is 200 also when the pin is not valid: read `valid` and the checks, each with its reason and its remedy. It costs no quota.',
  listPins:
    'Lists the pins of the project, the newest first, with filters and a search in their texts. `X-Total-Count` tells how many there are, `X-Next-Cursor` leads to the next page. With `removed=true` it lists the deleted ones instead. It costs nothing; a key with an allow-list sees the pins of its accounts.',
  getPin:
    'Reads one pin with its status: `queued`, `deferred` (goes on by itself at `next_attempt_at`), `publishing`, `published` or `failed` (with `error_code`). It shows every change that was answered before. With `as_of` it shows the pin as it was at that moment. A pin that is not there, or is another project’s, is 404.',
  updatePin:
    'Changes a pin that is not on the platform yet; what is not named stays. A waiting pin is published with the new content; a failed one stays failed until it is retried. It costs nothing. While an attempt is open the answer is 409 `pin_publishing`: ask again a little later. What is published is not changed: 409 `pin_already_published`.',
  deletePin:
    'Deletes a pin, and answers 204; nothing of it goes out afterwards. With `delete_from_platform=true` a published one is removed from the platform too, and the answer (200) says whether that worked. Its quota is not given back, except that of a waiting pin of a schedule. While an attempt is open: 409 `pin_publishing`.',
  retryPin:
    'Queues a failed pin again, with the same content, or on another board or account if the body names one. Correct the reason first, with `PATCH /v1/pins/{id}`. It costs no quota, except for a pin of a schedule, whose unit was given back when it failed. Only failed pins can be retried: else 409 `pin_not_failed`.',
  retryPins:
    'Retries up to 100 failed pins. The answer tells for each id whether it succeeded, was skipped (it is not failed any more) or failed, and why; one that cannot be retried does not stop the others. It costs no quota, except for pins of schedules.',
  deletePins:
    'Deletes up to 100 pins of the project, each for itself: the answer tells the outcome for each id. What is published stays on the platform. Quota is not given back.',
  getPinTimeline:
    'Tells what happened to a pin, from the request to the platform’s answer, in the order in which it happened: attempts, waits with their reason, and what comes next. It is what to read when a pin did something unexpected. It costs nothing.',
  getJob:
    'The outcome of a pin in the form of a job, for clients that poll jobs; the id is that of the pin. It says the same as `GET /v1/pins/{id}` with fewer fields. It costs nothing.',
  getRateMeter:
    'Tells how many calls the platform’s limits allow an account now, how fast that grows, how many pins wait before a new one, and when a pin created now would begin. An image takes one token, a video two. It costs nothing, and reserves nothing.',
};
