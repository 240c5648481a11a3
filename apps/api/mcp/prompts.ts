import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { cleanOutsideText } from '@pps/kernel';

interface PromptKind {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required?: boolean }[];
  readonly words: (given: Readonly<Record<string, string>>) => string;
}

const longestArgument = 500;

const kinds: readonly PromptKind[] = [
  {
    name: 'publish',
    title: 'Publish a pin',
    description: 'Finds account and board, checks a pin, and publishes it once a person has agreed.',
    arguments: [
      { name: 'what', description: 'What the pin shows, with the address of its image.', required: true },
      { name: 'board', description: 'The board that it goes to.' },
    ],
    words: ({ what = '', board }) =>
      `Publish a pin of this: ${quoted(what)}${board === undefined ? '' : `, on the board ${quoted(board)}`}.
1. list_accounts, then list_boards: choose the account and the board, and ask me where more than one fits.
2. Write title, description and alt text; validate_pin, and mend what it names.
3. Show me the whole pin and wait until I agree.
4. create_pin, then tell me its status and what comes next.`,
  },
  {
    name: 'plan_week',
    title: 'Plan a week',
    description: 'Plans the pins of a week within quota and pace, and schedules those that a person agrees to.',
    arguments: [
      { name: 'about', description: 'What the pins are about, and where the images are.', required: true },
      { name: 'per_day', description: 'How many a day.' },
    ],
    words: ({ about = '', per_day: perDay = '1' }) =>
      `Plan ${quoted(perDay)} pins a day for the next 7 days about this: ${quoted(about)}.
1. get_quota and list_boards: see what fits into the month.
2. Propose a table: time with its offset from UTC, board, title, image. Wait until I agree, pin by pin.
3. validate_pin with run_at for each, then schedule_pin for those that I agreed to.
4. Tell me what was scheduled, and what would go out late.`,
  },
  {
    name: 'why_did_it_fail',
    title: 'Why did it fail?',
    description: 'Finds out why a pin failed or waits, and what to do.',
    arguments: [{ name: 'id', description: 'The id of the pin, or of a request that was refused.', required: true }],
    words: ({ id = '' }) =>
      `Find out what happened to ${quoted(id)}.
1. get_pin; if there is no such pin, explain_error with it as request_id.
2. Of a pin that failed, explain_error with its error_code; of one that waits, why_is_this_pin_waiting.
3. Tell me the cause in a sentence, and the one thing to do. Change nothing before I agree.`,
  },
];

/** What a person has given, told apart from our words. */
const quoted = (text: string): string => JSON.stringify(cleanOutsideText(text, longestArgument));

export const promptList = kinds.map(({ name, title, description, arguments: taken }) => ({
  name,
  title,
  description,
  arguments: [...taken],
}));

/** The message of a prompt. Throws a protocol error for a name that is none, and where something is missing. */
export function promptMessages(name: string, given: Readonly<Record<string, string>> = {}) {
  const kind = kinds.find((each) => each.name === name);
  if (!kind) throw invalid('There is no such prompt: prompts/list names them');
  const missing = kind.arguments.find((argument) => argument.required && !given[argument.name]);
  if (missing) throw invalid(`The argument ${missing.name} is required`);
  const { description, words } = kind;
  return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text: words(given) } }] };
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
