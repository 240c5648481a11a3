import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import type { Principal } from '@pps/identity';
import { accountList } from '../connections/account-list';
import { requireOwnAccount } from '../connections/own-accounts';
import type { McpParts } from './mcp-parts';
import { outsideWords } from './outside-words';
import { findTool } from './tool-list';
import type { ToolResult } from './tool';

interface Reader {
  readonly principal: Principal;
  readonly reply: FastifyReply;
}

/** What can be read by an address of its own: the form of the address, and who reads it. */
interface ResourceKind {
  readonly name: string;
  readonly title: string;
  readonly uriTemplate: string;
  readonly matches: RegExp;
  readonly read: (parts: McpParts, reader: Reader, ids: readonly string[]) => Promise<ToolResult>;
}

const uuidPart = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';

const readByTool =
  (name: string, argumentsOf: (ids: readonly string[]) => Readonly<Record<string, unknown>>): ResourceKind['read'] =>
  async (parts, { principal, reply }, ids) => {
    const tool = findTool(name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    return tool.run(parts, { principal, reply, args: argumentsOf(ids) });
  };

const kinds: readonly ResourceKind[] = [
  {
    ...{ name: 'account', title: 'A connected account', uriTemplate: 'pps://accounts/{account_id}' },
    matches: new RegExp(`^pps://accounts/${uuidPart}$`, 'i'),
    async read({ app }, { principal }, [id = '']) {
      await requireOwnAccount(app, principal, id);
      const account = (await accountList(app, principal, true)).find((each) => each.id === id);
      if (!account) throw unknownResource();
      const { health_status: health, missing_scopes, revoked_at, display_name: name, username } = account;
      return { id, health, missing_scopes, revoked_at, outside_text: outsideWords({ name, username }) };
    },
  },
  {
    ...{ name: 'board', title: 'A board of an account', uriTemplate: 'pps://accounts/{account_id}/boards/{board_id}' },
    matches: new RegExp(`^pps://accounts/${uuidPart}/boards/(\\d{1,64})$`, 'i'),
    read: readByTool('check_board', ([account_id, board_id]) => ({ account_id, board_id })),
  },
  {
    ...{ name: 'pin', title: 'A pin', uriTemplate: 'pps://pins/{id}' },
    matches: new RegExp(`^pps://pins/${uuidPart}$`, 'i'),
    read: readByTool('get_pin', ([id]) => ({ id })),
  },
  {
    ...{ name: 'import', title: 'An import', uriTemplate: 'pps://imports/{id}' },
    matches: new RegExp(`^pps://imports/${uuidPart}$`, 'i'),
    read: readByTool('get_import', ([id]) => ({ id })),
  },
];

const mimeType = 'application/json';

export const resourceTemplates = kinds.map(({ name, title, uriTemplate }) => ({ name, title, uriTemplate, mimeType }));

/** The accounts of a project: pins and imports are found by their ids. */
export async function listResources({ app }: McpParts, principal: Principal) {
  if (!principal.scopes.includes('read')) return [];
  const accounts = await accountList(app, principal, false);
  return accounts.map(({ id }) => ({ uri: `pps://accounts/${id}`, name: `account ${id}`, mimeType }));
}

/** Reads what an address names. Throws what its reader throws, and a protocol error for an address that is none. */
export async function readResource(parts: McpParts, reader: Reader, uri: string) {
  for (const { matches, read } of kinds) {
    const [, ...ids] = matches.exec(uri) ?? [];
    if (ids.length === 0) continue;
    const found = await read(
      parts,
      reader,
      ids.map((id) => id.toLowerCase()),
    );
    return { contents: [{ uri, mimeType, text: JSON.stringify(found) }] };
  }
  throw unknownResource();
}

const unknownResource = () =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'There is no such resource: resources/templates/list names the forms of their addresses',
  );
