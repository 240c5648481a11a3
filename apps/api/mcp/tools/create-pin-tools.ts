import type { Principal } from '@pps/identity';
import { derivedId, Invalid } from '@pps/kernel';
import { failureOf } from '@pps/runtime';
import {
  createPin,
  createPins,
  requireAccount,
  validatePin,
  validateSchedule,
  type BatchItem,
  type BatchRequest,
  type PinRequest,
} from '@pps/use-cases';
import { decodeBatchItem, decodePinRequest } from '../../pins/decode-pin-request';
import { decodeEach, publishItem } from '../../proposals/decode-proposal';
import { decodeScheduleRequest } from '../../schedules/decode-schedule-request';
import { neededOfPin, pinRequestSchemas } from '../content-schema';
import { outsideWords } from '../outside-words';
import { refuseUnknownArguments } from '../refuse-unknown-arguments';
import { orProposal } from '../proposal-brief';
import { pinBrief, pinSchemas, repeatedSchema } from '../pin-brief';
import {
  countSchema,
  flagSchema,
  listOf,
  momentSchema,
  objectSchema,
  orNull,
  outsideText,
  resultSchema,
  textSchema,
  uuidSchema,
  type Tool,
  type ToolArguments,
  type WriteKey,
} from '../tool';
import { keySchemas, splitKey, withWriteKey, writeKeyOf } from '../write-key';

const validated: Tool = {
  name: 'validate_pin',
  title: 'Check a pin',
  description: 'Puts every check to a pin that create_pin would make, with run_at to one that schedule_pin would; writes nothing.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  checksItself: true,
  input: objectSchema({ ...pinRequestSchemas, run_at: momentSchema }),
  output: resultSchema({
    valid: flagSchema,
    faults: listOf(
      resultSchema({
        check: textSchema,
        status: textSchema,
        code: orNull(textSchema),
        remedy: orNull(textSchema),
        outside_text: outsideText,
      }),
    ),
    quota_remaining: countSchema,
    expected_at: orNull(momentSchema),
    next: textSchema,
  }),
  async run({ app }, { principal, args }) {
    const { checks, quota, reading } =
      args['run_at'] === undefined
        ? await validatePin(app, principal, () => decodePinRequest(args, undefined))
        : await validateSchedule(app, principal, () => decodeScheduleRequest(args, undefined, app.clock()));
    const faults = checks.filter(({ status }) => status === 'failed' || status === 'warning');
    const isValid = !faults.some(({ status }) => status === 'failed');
    return {
      valid: isValid,
      faults: faults.map(({ name, status, code, message, remediation, details }) => ({
        check: name,
        status,
        code,
        remedy: remediation,
        outside_text: outsideWords({ message, details: name === 'payload' && details !== null ? JSON.stringify(details) : null }),
      })),
      quota_remaining: Math.max(0, quota.limit - quota.used),
      expected_at: reading?.startsAt.toISOString() ?? null,
      next: isValid ? 'It would be taken.' : 'Mend what failed, then check again.',
    };
  },
};

const created: Tool = {
  name: 'create_pin',
  title: 'Publish a pin',
  description: 'Queues one pin for publishing now, in its turn. Needs image_url, or asset_id of an uploaded file.',
  set: 'core',
  scope: 'write',
  effect: 'adds',
  checksItself: true,
  input: objectSchema({ ...pinRequestSchemas, ...keySchemas }, neededOfPin),
  output: orProposal(resultSchema({ ...pinSchemas, repeated: repeatedSchema, key: textSchema, quota_remaining: countSchema })),
  async proposes(_, { principal, args }) {
    const { key, again, rest } = splitKey(args);
    const asked = await decodePinRequest(rest, undefined);
    const named = nameOfPin(principal, { key, again }, asked);
    return { items: [publishItem({ ...asked, idempotencyKey: named.key })], named };
  },
  async run(parts, { principal, args, reply }) {
    const { app, headroom } = parts;
    const { key, again, rest } = splitKey(args);
    const asked = await decodePinRequest(rest, undefined);
    const { accountId } = asked;
    const named = nameOfPin(principal, { key, again }, asked);
    await requireAccount(app, principal, accountId);
    const request = { ...asked, idempotencyKey: named.key };
    const creating = () => createPin(app, principal, request, 'api');
    const { pin, replayed, quota } = await withWriteKey(named, () => headroom.addHeaders(reply, principal, accountId, creating));
    const brief = pinBrief(parts, pin);
    return {
      ...brief,
      next: replayed ? `${repeatedPin} ${brief.next}` : brief.next,
      repeated: replayed,
      key: named.key,
      quota_remaining: Math.max(0, quota.limit - quota.used),
    };
  },
};

interface KeyArguments {
  readonly key?: string | undefined;
  readonly again: boolean;
}

const nameOfPin = (
  principal: Principal,
  { key, again }: KeyArguments,
  { accountId, boardId, content, idempotencyKey }: PinRequest,
): WriteKey => writeKeyOf(principal, { key: key ?? idempotencyKey ?? undefined, again }, 'pin', accountId, boardId, content);

const repeatedPin = 'The same call was made before and this pin is what it made; again: true with a new key makes another one.';

const mostPins = 100;

const batch: Tool = {
  name: 'create_pins',
  title: 'Publish several pins',
  description: `Queues up to ${mostPins} pins, each as create_pin takes it: each is made, is the repeat of an earlier call, or fails alone.`,
  set: 'pins',
  scope: 'write',
  effect: 'adds',
  isBulk: true,
  checksItself: true,
  input: objectSchema({ pins: { type: 'array', minItems: 1, maxItems: mostPins, items: { type: 'object' } }, ...keySchemas }, ['pins']),
  output: orProposal(
    resultSchema(
      {
        created: countSchema,
        repeated: countSchema,
        failed: countSchema,
        pins: listOf(
          resultSchema(
            { index: countSchema, status: textSchema, id: uuidSchema, code: textSchema, remedy: textSchema, outside_text: outsideText },
            'id',
            'code',
            'remedy',
            'outside_text',
          ),
        ),
        quota_remaining: countSchema,
        next: textSchema,
        key: textSchema,
      },
      'key',
    ),
  ),
  async proposes(_, { principal, args }) {
    const { key, again, rest } = splitKey(args);
    const pins = await decodeEach(pinsOf(rest), ['body', 'pins'], (item, at) => decodePinRequest(item, undefined, at));
    const keyed = withKeys(
      principal,
      { key, again },
      pins.map((request) => ({ request, at: [] })),
    );
    const items = keyed.flatMap((item) => ('request' in item ? [publishItem(item.request)] : []));
    return { items, ...(key !== undefined && { named: { key, isDerived: false } }) };
  },
  async run({ app, headroom }, { principal, args, reply }) {
    const { key, again, rest } = splitKey(args);
    const requests = withKeys(
      principal,
      { key, again },
      await Promise.all(pinsOf(rest).map((item, index) => decodeBatchItem(item, index))),
    );
    const onRefused = async (accounts: readonly string[]) => void (await headroom.writeFor(reply, principal, accounts));
    const options = { betweenPortions: () => app.bulk.betweenPortions() };
    const { items, quota, accountIds } = await createPins(app, principal, requests, 'batch', onRefused, options);
    await headroom.writeFor(reply, principal, accountIds, quota);
    const counted = (status: BatchItem['status']) => items.filter((item) => item.status === status).length;
    return {
      created: counted('created'),
      repeated: counted('existing'),
      failed: counted('failed'),
      pins: items.map(itemOf),
      quota_remaining: Math.max(0, quota.limit - quota.used),
      next:
        counted('failed') > 0 ? 'Mend the failed ones and send them again; the others are done.' : 'get_pin shows what becomes of each.',
    };
  },
};

function pinsOf(args: ToolArguments): readonly unknown[] {
  refuseUnknownArguments(args, ['pins']);
  const { pins } = args;
  if (!Array.isArray(pins) || pins.length === 0 || pins.length > mostPins)
    throw new Invalid([{ loc: ['body', 'pins'], msg: `pins must be a list of 1 to ${mostPins} pins`, type: 'list_type' }]);
  return pins;
}

/** Each pin gets a key of its place in a call that was named, else of its content, and of which one of the same content it is. */
function withKeys(principal: Principal, { key, again }: KeyArguments, requests: readonly BatchRequest[]): BatchRequest[] {
  const met = new Map<string, number>();
  const keyOfContent = ({ accountId, boardId, content }: PinRequest) => {
    const first = writeKeyOf(principal, { again }, 'pin', accountId, boardId, content).key;
    const before = met.get(first) ?? 0;
    met.set(first, before + 1);
    return before === 0 ? first : derivedId('same pin in one batch', first, before);
  };
  return requests.map((item, index) => {
    if (!('request' in item) || item.request.idempotencyKey !== null) return item;
    const { projectId, epoch } = principal;
    const idempotencyKey = key === undefined ? keyOfContent(item.request) : derivedId('item of a batch', projectId, epoch, key, index);
    return { ...item, request: { ...item.request, idempotencyKey } };
  });
}

function itemOf(item: BatchItem, index: number) {
  if (item.status !== 'failed') return { index, status: item.status === 'existing' ? 'repeated' : 'created', id: item.pin.pinId };
  const { code, message, remediation, errors = [] } = failureOf(item.error);
  const words = errors.length === 0 ? message : errors.map(({ msg }) => msg).join('; ');
  return { index, status: 'failed', code, remedy: remediation, outside_text: outsideWords({ message: words }) };
}

export const createPinTools: readonly Tool[] = [validated, created];
export const batchTools: readonly Tool[] = [batch];
