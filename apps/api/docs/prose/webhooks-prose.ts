/** What the operations on webhooks are for, what happens next, what they cost and why they refuse. */
export const webhooksProse: Readonly<Record<string, string>> = {
  createWebhook:
    'Subscribes a URL to events. The answer has the `secret` with which every message is signed: it is shown this once. `has_key_pair` adds a signature that anybody can check with `public_key`. From now on each event is sent at least once, and again for up to two days if it is not taken. It uses a place of the plan: at the limit 403 `plan_limit`. URLs must be https and public.',
  listWebhooks: 'Lists the webhooks of the project, without their secrets. It costs nothing.',
  listWebhookEvents:
    'Lists every event with its meaning, the JSON Schema of its body and an example. `*` subscribes to all of them, `pin.*` to those of pins, including those that come later.',
  getWebhook: 'Reads a webhook: what it is sent, whether it is on, and why not. `failing_since` says since when nothing was taken.',
  updateWebhook:
    'Changes URL, events, accounts, secret or headers of a webhook, or turns it on or off; what is not named stays. After a new secret, messages carry signatures of both for 24 hours. While it is off, its events are held and sent when it is on again.',
  deleteWebhook: 'Ends a webhook with its deliveries: nothing more is sent. It frees a place of the plan.',
  testWebhook:
    'Sends `webhook.test` to the URL, also while the webhook is off, and answers 202 with the delivery’s id. Read `GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}` for what came back.',
  listDeliveries:
    'Lists what was sent to a webhook, the newest first, with its state and the last answer: all of it, or by state, event, pin and time. It goes back 90 days.',
  getDelivery:
    'Reads a delivery with its body, every attempt with its answer, and an explanation in words of what comes next. `curl` sends the body by hand.',
  redeliver:
    'Sends a delivery again at once, with the same id and sequence, also after it was given up. It answers 202; the delivery tells the outcome.',
  replayWebhook:
    'Sends every event of a period again, in order, beside what is new: for a receiver that lost something. It goes back 90 days. One replay of a webhook runs at a time: else 409 `conflict`.',
  getReplay: 'Reads how far a replay has come.',
  cancelReplay: 'Ends a replay; what it has queued already is still sent. One that has ended is answered as it is.',
};
