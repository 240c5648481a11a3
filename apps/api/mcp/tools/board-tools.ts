import { isPublishable } from '@pps/connections';
import { originOfPrincipal } from '@pps/identity';
import { errorCatalogueEntry } from '@pps/runtime';
import { BoardCreateDto, privacyOf } from '../../connections/board.dto';
import { requireConnectedAccount, requireOwnAccount } from '../../connections/own-accounts';
import { checkInput } from '../../http/check-input';
import { answerWrite } from '../answer-write';
import { outsideWords } from '../outside-words';
import { repeatedSchema } from '../pin-brief';
import { countSchema, flagSchema, objectSchema, orNull, outsideText, resultSchema, textSchema, uuidSchema, type Tool } from '../tool';
import { keySchemas, splitKey, writeKeyOf } from '../write-key';

const check: Tool = {
  name: 'check_board',
  title: 'Check a board',
  description: 'Whether an account can publish on a board; fresh: true asks the network again.',
  set: 'boards',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({ account_id: uuidSchema, board_id: { type: 'string', pattern: '^[0-9]{1,64}$' }, fresh: flagSchema }, [
    'account_id',
    'board_id',
  ]),
  output: resultSchema({
    publishable: flagSchema,
    status: textSchema,
    code: orNull(textSchema),
    remedy: orNull(textSchema),
    retry_after_seconds: orNull(countSchema),
    outside_text: outsideText,
  }),
  async run({ app }, { principal, args }) {
    const { account_id: account, board_id: boardId, fresh } = args as { account_id: string; board_id: string; fresh?: boolean };
    const accountId = account.toLowerCase();
    await requireConnectedAccount(app, principal, accountId);
    if (fresh === true) await app.rateLimits.require('fresh_access_checks', principal.projectId);
    const verdict = await app.boards.check({ accountId, boardId, fresh: fresh === true, head: principal.asOf });
    const board = verdict.status === 'skipped' ? null : verdict.board;
    return {
      publishable: isPublishable(verdict),
      status: verdict.status,
      code: verdict.status === 'ok' ? null : verdict.code,
      remedy: verdict.status === 'ok' ? null : (errorCatalogueEntry(verdict.code)?.remediation ?? null),
      retry_after_seconds: verdict.status === 'skipped' ? verdict.retryAfterSeconds : null,
      outside_text: outsideWords({ message: verdict.message, name: board?.name }),
    };
  },
};

const create: Tool = {
  name: 'create_board',
  title: 'Create a board',
  description: 'Creates a board of an account at the network.',
  set: 'boards',
  scope: 'write',
  effect: 'adds',
  checksItself: true,
  input: objectSchema(
    {
      account_id: uuidSchema,
      name: { type: 'string', maxLength: 180 },
      description: { type: 'string', maxLength: 500 },
      privacy: { type: 'string', enum: ['PUBLIC', 'SECRET'] },
      ...keySchemas,
    },
    ['account_id', 'name'],
  ),
  output: resultSchema({
    id: textSchema,
    privacy: orNull(textSchema),
    outside_text: outsideText,
    repeated: repeatedSchema,
    key: textSchema,
    next: textSchema,
  }),
  async run({ app }, { principal, args }) {
    const { key, again, rest } = splitKey(args);
    const asked = await checkInput(BoardCreateDto, rest, { loc: ['body'], unknownFields: 'refuse' });
    const { account_id: accountId, name, description = null } = asked;
    const privacy = privacyOf(asked);
    await requireOwnAccount(app, principal, accountId);
    const content = [accountId, name, description, privacy ?? null];
    const named = writeKeyOf(principal, { key, again }, 'board', ...content);
    const write = { principal, named, route: 'create_board', content };
    const { body, replayed } = await answerWrite(app.idempotentAnswers, write, async (creation) => {
      // A repeat lists the boards of the account.
      if (creation.mayExist) await app.rateLimits.require('board_lists', principal.projectId);
      const made = await app.boardSource.create(
        accountId,
        { name, description, privacy },
        creation,
        originOfPrincipal(principal, app.clock()),
      );
      return { id: made.id, privacy: made.privacy ?? null, outside_text: outsideWords({ name: made.name, owner: made.ownerUsername }) };
    });
    const next = replayed ? 'The same call was made before and this board is what it made.' : 'create_pin publishes on it.';
    return { ...body, repeated: replayed, key: named.key, next };
  },
};

export const boardTools: readonly Tool[] = [check, create];
