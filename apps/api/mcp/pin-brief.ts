import type { PinView } from '@pps/pins/events';
import { errorCatalogueEntry } from '@pps/runtime';
import type { McpParts } from './mcp-parts';
import { outsideWords } from './outside-words';
import { flagSchema, momentSchema, outsideText, resultSchema, said, textSchema, uuidSchema, type JsonSchema } from './tool';

/** A pin as tools show it. */
export const pinSchemas = {
  id: uuidSchema,
  status: { type: 'string', enum: ['queued', 'deferred', 'publishing', 'published', 'failed'] },
  next: said(textSchema, 'What comes next, or what to do.'),
  link: textSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const repeatedSchema = said(flagSchema, 'The call was made before; nothing new was made.');

export const pinInFullSchema = resultSchema(
  {
    ...pinSchemas,
    account_id: uuidSchema,
    board_id: textSchema,
    error_code: textSchema,
    next_attempt_at: momentSchema,
    platform_url: textSchema,
    outside_text: outsideText,
  },
  ...['error_code', 'next_attempt_at', 'platform_url'],
);

/** What a pin is shown as: where it stands, what comes next, where to look. */
export const pinBrief = ({ urlOf }: Pick<McpParts, 'urlOf'>, pin: PinView) => ({
  id: pin.pinId,
  status: pin.status,
  next: nextOf(pin),
  link: pin.platformUrl ?? urlOf(`/v1/pins/${pin.pinId}`),
});

export const pinInFull = (parts: Pick<McpParts, 'urlOf'>, pin: PinView) => ({
  ...pinBrief(parts, pin),
  account_id: pin.accountId,
  board_id: pin.boardId,
  ...(pin.errorCode !== null && { error_code: pin.errorCode }),
  ...(pin.nextAttemptAt !== null && { next_attempt_at: pin.nextAttemptAt }),
  ...(pin.platformUrl !== null && { platform_url: pin.platformUrl }),
  outside_text: outsideWords({ title: pin.content.title, description: pin.content.description, error: pin.errorMessage }),
});

function nextOf({ status, errorCode, nextAttemptAt }: PinView): string {
  switch (status) {
    case 'queued':
      return 'It is published in its turn, within the pace of the account; why_is_this_pin_waiting says when.';
    case 'deferred':
      return nextAttemptAt === null ? 'It is tried again by itself.' : `It is tried again by itself at ${nextAttemptAt}.`;
    case 'publishing':
      return 'The network is being asked now; look again in a minute.';
    case 'published':
      return 'It is published; nothing is to be done.';
    case 'failed':
      return `${remedyOf(errorCode)} Then retry_pin publishes it.`;
  }
}

const remedyOf = (code: string | null): string =>
  (code === null ? undefined : errorCatalogueEntry(code)?.remediation) ?? 'See explain_error.';
