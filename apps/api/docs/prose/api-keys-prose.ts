/** What the operations on API keys are for, what happens next, what they cost and why they refuse. */
export const apiKeysProse: Readonly<Record<string, string>> = {
  createApiKey:
    'Makes a key for a program. `api_key` is shown this once; only a hash of it is kept. Send it as `X-API-Key`, or as `Authorization: Bearer`. Give it the scopes that it needs, and the accounts that it may name. A key that is made by a key never grants more than that one has. With `expires_at` it ends by itself, and what it made ends with it; the owner is told two weeks ahead. A key that a key makes never ends after that one: 403 `session_required`. At the limit of keys: 403 `plan_limit`.',
  listApiKeys:
    'Lists the keys of the project, revoked and expired ones too, with their scopes, accounts and when they were used last; never the keys themselves. With `as_of` it lists what was there at that moment.',
  updateApiKey:
    'Changes the name, scopes or accounts of a key; what is not named stays. It holds at once, on every process. When it ends cannot be changed. What somebody agreed to for a program or a terminal (`source`) is only narrowed: 403 `session_required`. A revoked or expired key cannot be changed: 409 `conflict`.',
  revokeApiKey:
    'Revokes a key at once and for ever, with the keys that it made; webhooks that they made are disabled. What they had queued is still published.',
};
