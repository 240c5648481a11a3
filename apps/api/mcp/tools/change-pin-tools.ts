import { NotFound, Rejected } from '@pps/kernel';
import type { PinView } from '@pps/pins/events';
import { deletePin, editPin, findPin, requireAccount, retryPin } from '@pps/use-cases';
import { checkInput } from '../../http/check-input';
import { pinRequestOf } from '../../pins/decode-pin-request';
import { mergeChanges } from '../../pins/merge-changes';
import { EditPinDto, RetryPinDto } from '../../pins/pin-changes.dto';
import { contentChangesOf } from '../../proposals/decode-proposal';
import { answerWrite } from '../answer-write';
import { contentSchemas } from '../content-schema';
import { idArgument } from '../id-argument';
import { orProposal } from '../proposal-brief';
import { pinBrief, pinSchemas, repeatedSchema } from '../pin-brief';
import { flagSchema, objectSchema, orNull, resultSchema, said, textSchema, uuidSchema, type Tool } from '../tool';
import { writeKeyOf } from '../write-key';

const inBody = { loc: ['body'], unknownFields: 'refuse' } as const;

const update: Tool = {
  name: 'update_pin',
  title: 'Change a pin',
  description: 'Changes what a pin shows that waits or has failed; fields that are left out stay.',
  set: 'pins',
  scope: 'write',
  effect: 'changes',
  checksItself: true,
  input: objectSchema({ id: uuidSchema, board_id: textSchema, ...contentSchemas }, ['id']),
  output: orProposal(resultSchema({ ...pinSchemas, repeated: said(flagSchema, 'It was so already.'), key: textSchema }, 'key')),
  async proposes({ app }, { principal, args: { id: given, ...fields } }) {
    const { pinId } = await findPin(app, principal, idArgument(given));
    const { board_id: boardId, ...content } = await checkInput(EditPinDto, fields, inBody);
    return { items: [{ action: 'change_pin', pinId, ...(boardId !== undefined && { boardId }), changes: contentChangesOf(content) }] };
  },
  async run(parts, { principal, args: { id: given, ...fields } }) {
    const { app } = parts;
    const found = await findPin(app, principal, idArgument(given));
    const changes = await checkInput(EditPinDto, fields, inBody);
    const edit = (pin: PinView) => pinRequestOf(mergeChanges(pin, changes), undefined);
    const edited = await editPin(app, principal, found, edit);
    return { ...pinBrief(parts, edited), repeated: edited.updatedAt === found.updatedAt };
  },
};

const retry: Tool = {
  name: 'retry_pin',
  title: 'Retry a pin',
  description: 'Queues a failed pin again, on another board or account if these are given.',
  set: 'pins',
  scope: 'write',
  effect: 'changes',
  checksItself: true,
  input: objectSchema({ id: uuidSchema, account_id: uuidSchema, board_id: textSchema }, ['id']),
  output: orProposal(
    resultSchema(
      { ...pinSchemas, repeated: said(flagSchema, 'It had not failed, or was retried already: nothing was done.'), key: textSchema },
      'key',
    ),
  ),
  async proposes(parts, { principal, args: { id: given, ...fields } }) {
    const pin = await findPin(parts.app, principal, idArgument(given));
    const { account_id: accountId, board_id: boardId } = await checkInput(RetryPinDto, fields, inBody);
    const target = { ...(accountId && { toAccountId: accountId.toLowerCase() }), ...(boardId && { boardId }) };
    const items = [{ action: 'retry_pin' as const, pinId: pin.pinId, ...target }];
    if (pin.failedAt !== null) return { items, about: pin.failedAt };
    const isThere = (target.toAccountId ?? pin.accountId) === pin.accountId && (target.boardId ?? pin.boardId) === pin.boardId;
    return { items, ...(isThere && { settled: { ...pinBrief(parts, pin), repeated: true } }) };
  },
  async run(parts, { principal, args: { id: given, ...fields }, reply }) {
    const { app, headroom } = parts;
    const pin = await findPin(app, principal, idArgument(given));
    const target = await checkInput(RetryPinDto, fields, inBody);
    const accountId = target.account_id?.toLowerCase() ?? pin.accountId;
    await requireAccount(app, principal, accountId);
    const boardId = target.board_id ?? undefined;
    try {
      const retrying = () => retryPin(app, principal, pin, { accountId: target.account_id?.toLowerCase(), boardId });
      const retried = await headroom.onRefusal(reply, principal, accountId, retrying);
      await headroom.write(reply, principal, retried.accountId);
      return { ...pinBrief(parts, retried), repeated: false };
    } catch (error) {
      if (!(error instanceof Rejected) || error.code !== 'pin_not_failed') throw error;
      const now = await findPin(app, { ...principal, asOf: await app.live.head() }, pin.pinId);
      if (now.accountId !== accountId || (boardId !== undefined && now.boardId !== boardId)) throw error;
      return { ...pinBrief(parts, now), repeated: true };
    }
  },
};

const remove: Tool = {
  name: 'delete_pin',
  title: 'Delete a pin',
  description:
    'Deletes a pin here: one that waits is not published any more. from_network: true also removes a published one from the network.',
  set: 'pins',
  scope: 'destructive',
  effect: 'changes',
  input: objectSchema({ id: uuidSchema, from_network: flagSchema }, ['id']),
  output: resultSchema({
    id: uuidSchema,
    deleted: flagSchema,
    removed_from_network: flagSchema,
    reason: orNull(textSchema),
    repeated: repeatedSchema,
    next: textSchema,
  }),
  asks: ({ id, from_network: fromNetwork }) =>
    `Delete the pin ${idArgument(id)}${fromNetwork === true ? ', and remove it from the network' : ''}? This cannot be undone.`,
  async run({ app }, { principal, args }) {
    const id = idArgument(args['id']);
    const fromPlatform = args['from_network'] === true;
    const named = writeKeyOf(principal, { again: false }, 'delete pin', id, fromPlatform);
    const { body, replayed } = await answerWrite(app.idempotentAnswers, { principal, named, route: 'delete_pin' }, async ({ mayExist }) => {
      const gone = { id, deleted: true, removed_from_network: false, reason: null };
      try {
        const removal = await deletePin(app, principal, await findPin(app, principal, id), { fromPlatform });
        return removal ? { ...gone, removed_from_network: removal.removed, reason: removal.reason } : gone;
      } catch (error) {
        // An earlier call of the same may have come to its end without an answer.
        if (mayExist && error instanceof NotFound) return gone;
        throw error;
      }
    });
    return { ...body, repeated: replayed, next: 'It is not published any more from here.' };
  },
};

export const changePinTools: readonly Tool[] = [update, retry, remove];
