import { PickType } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { findPin, findPinTimeline, findProposal } from '@pps/use-cases';
import { listPins } from '@projections/pins/list-pins.query';
import { checkInput } from '../../http/check-input';
import { pageCursorText } from '../../lists/page-cursor';
import { ListPinsDto, pinPageQuestionOf } from '../../pins/pin-list';
import type { McpParts } from '../mcp-parts';
import { outsideWords } from '../outside-words';
import { orProposal, proposalBrief } from '../proposal-brief';
import { pinBrief, pinInFull, pinInFullSchema, pinSchemas } from '../pin-brief';
import {
  countSchema,
  listOf,
  momentSchema,
  objectSchema,
  orNull,
  outsideText,
  resultSchema,
  said,
  textSchema,
  uuidSchema,
  type Tool,
} from '../tool';

const mostSteps = 30;

/** What the tool's schema names, and nothing else of the list's questions. */
class ListPinsArguments extends PickType(ListPinsDto, [
  'status',
  'account_id',
  'board_id',
  'error_code',
  'since',
  'until',
  'q',
  'limit',
  'cursor',
] as const) {}

const listed: Tool = {
  name: 'list_pins',
  title: 'List pins',
  description: 'Pins, newest first, narrowed by what is given.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  checksItself: true,
  input: objectSchema({
    status: pinSchemas.status,
    account_id: uuidSchema,
    board_id: textSchema,
    error_code: textSchema,
    since: said(momentSchema, 'Created since.'),
    until: momentSchema,
    q: said(textSchema, 'Words in title, description or link.'),
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    cursor: textSchema,
  }),
  output: resultSchema({
    pins: listOf(resultSchema({ ...pinSchemas, outside_text: outsideText })),
    total: countSchema,
    next_cursor: orNull(textSchema),
  }),
  async run(parts, { principal, args }) {
    const { app } = parts;
    const asked = await checkInput(ListPinsArguments, { limit: 20, ...args }, { loc: ['body'], unknownFields: 'refuse' });
    const query = Object.assign(new ListPinsDto(), { ...asked, limit: Math.min(asked.limit, 50) });
    const question = await pinPageQuestionOf(app, principal, query);
    await app.freshness.wait('pins', principal);
    const { pins, total, next } = await listPins(app.db, question);
    return {
      pins: pins.map((pin) => ({ ...pinBrief(parts, pin), outside_text: outsideWords({ title: pin.content.title }) })),
      total,
      next_cursor: next ? pageCursorText(next) : null,
    };
  },
};

const step = resultSchema({ at: momentSchema, status: textSchema, outside_text: outsideText, next_step: orNull(textSchema) });

/** Throws `NotFound` for a pin where there is no proposal either. */
async function proposalInstead({ app }: McpParts, principal: Principal, id: string) {
  return findProposal(app, principal, id).catch((error: unknown) => {
    throw error instanceof NotFound ? new NotFound('Pin') : error;
  });
}

const one: Tool = {
  name: 'get_pin',
  title: 'Get a pin',
  description: 'One pin: where it stands, what comes next, and its story so far. With the id of a proposal: what became of it.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({ id: uuidSchema }, ['id']),
  output: orProposal(resultSchema({ pin: pinInFullSchema, timeline: listOf(step), earlier_steps: countSchema })),
  async run(parts, { principal, args }) {
    const id = String(args['id']).toLowerCase();
    const pin = await findPin(parts.app, principal, id).catch((error: unknown) => {
      if (error instanceof NotFound) return null;
      throw error;
    });
    if (pin === null) return { proposal: proposalBrief(parts, await proposalInstead(parts, principal, id)) };
    const items = await findPinTimeline(parts.app, principal, id);
    return {
      pin: pinInFull(parts, pin),
      timeline: items.slice(-mostSteps).map(({ at, status, message, next_step: nextStep }) => ({
        at,
        status,
        outside_text: outsideWords({ message }),
        next_step: nextStep,
      })),
      earlier_steps: Math.max(0, items.length - mostSteps),
    };
  },
};

const waiting: Tool = {
  name: 'why_is_this_pin_waiting',
  title: 'Why is this pin waiting?',
  description: 'What a pin that is not published yet waits for, and when it is expected to start.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({ id: uuidSchema }, ['id']),
  output: resultSchema({
    ...pinSchemas,
    reason: orNull(textSchema),
    expected_at: orNull(momentSchema),
    queued_ahead: said(countSchema, 'Pins of the account before it, at most.'),
    account_tokens: said({ type: 'number' }, 'Pins that the account could start now.'),
    account_tokens_per_minute: { type: 'number' },
    network_tokens: said({ type: 'number' }, 'The same of all accounts together.'),
    outside_text: outsideText,
  }),
  async run(parts, { principal, args }) {
    const { app } = parts;
    const pin = await findPin(app, principal, String(args['id']).toLowerCase());
    await app.freshness.wait('publish_queue', principal);
    const [items, rate] = await Promise.all([findPinTimeline(app, principal, pin.pinId), app.headroom.read(pin.accountId)]);
    const last = items.at(-1);
    const isWaiting = pin.status === 'queued' || pin.status === 'deferred';
    const startsAt = rate.startsAt.toISOString();
    return {
      ...pinBrief(parts, pin),
      reason: isWaiting ? (pin.errorCode ?? last?.reason ?? 'pacing') : null,
      expected_at: isWaiting ? (pin.nextAttemptAt !== null && pin.nextAttemptAt > startsAt ? pin.nextAttemptAt : startsAt) : null,
      queued_ahead: rate.queuedAhead,
      account_tokens: rate.account.tokens,
      account_tokens_per_minute: rate.account.refillPerSecond * 60,
      network_tokens: rate.global.tokens,
      outside_text: outsideWords({ message: last?.message, error: pin.errorMessage }),
    };
  },
};

export const findPinTools: readonly Tool[] = [listed, one, waiting];
