import { requireOwnAccount } from '../../connections/own-accounts';
import { accountList } from '../../connections/account-list';
import { outsideWords } from '../outside-words';
import {
  countSchema,
  flagSchema,
  listOf,
  objectSchema,
  orNull,
  outsideText,
  resultSchema,
  said,
  textSchema,
  uuidSchema,
  type Tool,
} from '../tool';

const accounts: Tool = {
  name: 'list_accounts',
  title: 'List accounts',
  description: 'The connected accounts that can be published with, and whether each is healthy.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({}),
  output: resultSchema({
    accounts: listOf(
      resultSchema({
        id: uuidSchema,
        health: textSchema,
        reconnect_required: flagSchema,
        missing_scopes: listOf(textSchema),
        outside_text: outsideText,
      }),
    ),
    next: textSchema,
  }),
  async run(parts, { principal }) {
    const { app } = parts;
    const found = await accountList(app, principal, false);
    const broken = found.filter(({ reconnect_required }) => reconnect_required);
    return {
      accounts: found.map((account) => ({
        id: account.id,
        health: account.health_status,
        reconnect_required: account.reconnect_required,
        missing_scopes: account.missing_scopes,
        outside_text: outsideWords({ name: account.display_name, username: account.username }),
      })),
      next: nextOf(found.length, broken.length, parts.urlOf('/docs/platform')),
    };
  },
};

const nextOf = (all: number, broken: number, page: string): string => {
  if (all === 0) return `No account is connected. A person has to connect one: ${page}.`;
  if (broken === 0) return 'list_boards shows the boards of one.';
  return `A person has to reconnect ${broken} of ${all} before anything is published there: ${page}.`;
};

const boards: Tool = {
  name: 'list_boards',
  title: 'List boards',
  description: 'The boards of an account, asked of the network now. A pin needs the id of one.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({ account_id: uuidSchema }, ['account_id']),
  output: resultSchema({
    boards: listOf(
      resultSchema({ id: textSchema, privacy: orNull(textSchema), pin_count: orNull(countSchema), outside_text: outsideText }),
    ),
    more: said(countSchema, 'Boards beyond the first 100.'),
  }),
  async run({ app }, { principal, args }) {
    const accountId = String(args['account_id']).toLowerCase();
    await requireOwnAccount(app, principal, accountId);
    await app.rateLimits.require('board_lists', principal.projectId);
    const found = await app.boardSource.list(accountId);
    return {
      boards: found.slice(0, mostBoards).map(({ id, name, description, privacy, pinCount, ownerUsername }) => ({
        id,
        privacy: privacy ?? null,
        pin_count: pinCount ?? null,
        outside_text: outsideWords({ name, description, owner: ownerUsername }),
      })),
      more: Math.max(0, found.length - mostBoards),
    };
  },
};

const mostBoards = 100;

export const accountTools: readonly Tool[] = [accounts, boards];
