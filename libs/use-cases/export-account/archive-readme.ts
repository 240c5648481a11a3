/** What somebody who opens the archive has to know, as lines of text. */
export const archiveReadme = (
  at: Date,
): string => `This archive holds everything that the Pin Publishing Service stores of your account and its
workspace, as of ${at.toISOString()}. Keep it as you keep a password: whoever has it
reads everything that you wrote.

README.txt          this text
person.json         you: name, e-mail address, how you sign in, which mails you want
organization.json   the workspace: its name, your data for invoices, plan and subscription
data/*.ndjson       one line of JSON for each thing: projects, platform accounts, API keys,
                    pins, deleted pins, schedules, imports and the rows of them that are still
                    kept, uploaded files, webhooks and their deliveries, quota, activity, sessions
history/*.ndjson    everything that ever happened, oldest first: of the organization, the
                    production project and the sandbox, as GET /v1/audit/export gives it;
                    what was sealed stands in the clear under "opened", and under
                    "opened_keys" what proves it (see the documentation of the history)
files/              uploaded images and videos, byte for byte as they were uploaded
manifest.json       every file of this archive with its size and SHA-256, and how many lines
                    it has; "missing_files" are uploads whose bytes could not be found

Times are UTC. Numbers that may be larger than 2^53 are texts. "content" of a pin or a
schedule is what you gave.

Not in it, because nobody is given it: passwords and their hashes, codes and secrets of the
second factor, API keys themselves, tokens of platform accounts, secrets and header values of
webhooks. Boards and published pins are at the platform.
`;
