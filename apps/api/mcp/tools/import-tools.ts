import type { Principal } from '@pps/identity';
import { importOrder, importSort } from '@pps/imports';
import { describeImport, type Import } from '@pps/imports/events';
import { Invalid } from '@pps/kernel';
import { itemsAtMost } from '@pps/proposals';
import {
  acceptImport,
  cancelImport,
  findImport,
  listImportsPage,
  visibleResults,
  withRowKeys,
  type ProposedItem,
  type ReadRow,
} from '@pps/use-cases';
import { checkInput } from '../../http/check-input';
import { contentOfJsonRows, decodeJsonRows } from '../../imports/decode-rows';
import { ListImportsDto } from '../../imports/import.dto';
import { pageCursorOf, pageCursorText } from '../../lists/page-cursor';
import { publishItem, scheduleItem } from '../../proposals/decode-proposal';
import { answerWrite } from '../answer-write';
import { idArgument } from '../id-argument';
import type { McpParts } from '../mcp-parts';
import { outsideWords } from '../outside-words';
import { repeatedSchema } from '../pin-brief';
import { orProposal } from '../proposal-brief';
import { refuseUnknownArguments } from '../refuse-unknown-arguments';
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
  type JsonSchema,
  type Tool,
} from '../tool';
import { keySchemas, splitKey, writeKeyOf } from '../write-key';

const importSchemas: Readonly<Record<string, JsonSchema>> = {
  id: uuidSchema,
  status: { type: 'string', enum: ['queued', 'processing', 'completed', 'completed_with_errors', 'failed'] },
  total_rows: countSchema,
  processed_rows: countSchema,
  created_rows: countSchema,
  existing_rows: said(countSchema, 'Repeats of what was made before.'),
  failed_rows: countSchema,
  next: textSchema,
  link: textSchema,
};

const importBrief = ({ urlOf }: Pick<McpParts, 'urlOf'>, job: Import) => {
  const { status, processedRows, createdRows, existingRows, failedRows } = describeImport(job);
  const isOpen = status === 'queued' || status === 'processing';
  return {
    id: job.jobId,
    status,
    total_rows: job.totalRows,
    processed_rows: processedRows,
    created_rows: createdRows,
    existing_rows: existingRows,
    failed_rows: failedRows,
    next: isOpen
      ? 'Its rows are worked off; look again in a minute.'
      : failedRows > 0
        ? 'Mend the failed rows and send them again.'
        : 'It is done.',
    link: urlOf(`/v1/pins/imports/${job.jobId}`),
  };
};

const listed: Tool = {
  name: 'list_imports',
  title: 'List imports',
  description: 'Files of pins that were sent, the newest first.',
  set: 'imports',
  scope: 'read',
  effect: 'reads',
  checksItself: true,
  input: objectSchema({
    status: importSchemas['status'] ?? textSchema,
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    cursor: textSchema,
  }),
  output: resultSchema({ imports: listOf(resultSchema(importSchemas)), total: countSchema, next_cursor: orNull(textSchema) }),
  async run(parts, { principal, args }) {
    const query = await checkInput(ListImportsDto, { limit: 20, ...args }, { loc: ['body'], unknownFields: 'refuse' });
    const cursor = pageCursorOf(query, { sort: importSort, types: importOrder.types });
    const { status, offset } = query;
    const filter = { status, sourceType: query.source_type, offset, limit: Math.min(query.limit, 50), cursor };
    const { imports, total, next } = await listImportsPage(parts.app, principal, filter);
    return { imports: imports.map((job) => importBrief(parts, job)), total, next_cursor: next ? pageCursorText(next) : null };
  },
};

const mostFaults = 50;

const one: Tool = {
  name: 'get_import',
  title: 'Get an import',
  description: 'What became of a file of pins, and which rows failed.',
  set: 'imports',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({ id: uuidSchema }, ['id']),
  output: resultSchema({
    ...importSchemas,
    failures: listOf(resultSchema({ row: said(countSchema, 'From 1.'), code: orNull(textSchema), outside_text: outsideText })),
    more_failures: countSchema,
  }),
  run: async (parts, { principal, args }) =>
    importDetails(parts, principal, await findImport(parts.app, principal, idArgument(args['id']))),
};

/** An import with the rows that failed, as far as a credential may see them. */
function importDetails(parts: McpParts, principal: Principal, job: Import) {
  const failed = visibleResults(principal, job).filter(({ status }) => status === 'failed');
  return {
    ...importBrief(parts, job),
    failures: failed.slice(0, mostFaults).map(({ rowNumber, errorCode, errorMessage, errorField }) => ({
      row: rowNumber,
      code: errorCode ?? null,
      outside_text: outsideWords({ message: errorMessage, field: errorField }),
    })),
    more_failures: Math.max(0, failed.length - mostFaults),
  };
}

const rows = said(
  { type: 'array', minItems: 1, maxItems: 500, items: { type: 'object' } },
  'A row that was sent before is its repeat; meant once more, it needs an idempotency_key of its own.',
);

/** What rows ask for, each under the key that it has in an import. Throws `Invalid` with all that is wrong with them: nothing of them is proposed then. */
function itemsOf(rows: readonly ReadRow[]): readonly ProposedItem[] {
  if (rows.length > itemsAtMost) {
    const msg = `rows must be at most ${itemsAtMost} at once where a person has to agree; send them in several calls`;
    throw new Invalid([{ loc: ['body', 'rows'], msg, type: 'too_long' }]);
  }
  const errors = rows.flatMap(({ fault }, index) =>
    fault ? [{ loc: ['body', 'rows', index, ...(fault.field ? [fault.field] : [])], msg: fault.message, type: 'value_error' }] : [],
  );
  if (errors.length > 0) throw new Invalid(errors);
  return withRowKeys(rows.map(({ request }) => request)).flatMap((request) => {
    if (!request) return [];
    return request.runAt === null ? [publishItem(request)] : [scheduleItem({ ...request, runAt: request.runAt })];
  });
}

const accept: Tool = {
  name: 'import_pins',
  title: 'Import pins',
  description:
    'Sends up to 500 rows (100 where a person has to agree), each a pin as create_pin takes it, with run_at a schedule; they are worked off afterwards.',
  set: 'imports',
  scope: 'write',
  effect: 'adds',
  checksItself: true,
  input: objectSchema({ rows, key: keySchemas['key'] ?? textSchema }, ['rows']),
  output: orProposal(resultSchema({ ...importSchemas, repeated: repeatedSchema, key: textSchema })),
  async proposes(_, { args }) {
    refuseUnknownArguments(args, ['rows', 'key']);
    const { key, rest } = splitKey(args);
    const items = itemsOf(await decodeJsonRows(rest['rows']));
    return { items, isConfirmable: false, ...(key !== undefined && { named: { key, isDerived: false } }) };
  },
  async run(parts, { principal, args }) {
    const { app } = parts;
    refuseUnknownArguments(args, ['rows', 'key']);
    const { key, rest } = splitKey(args);
    const read = await decodeJsonRows(rest['rows']);
    const content = await contentOfJsonRows(rest['rows'], read);
    const named = writeKeyOf(principal, { key, again: false }, 'import', content);
    const asked = { principal, named, route: 'import_pins', content };
    const { body: id, replayed } = await answerWrite(app.idempotentAnswers, asked, async (creation) => {
      const file = { sourceType: 'json', sourceFilename: null, rows: read } as const;
      return (await acceptImport(app, principal, file, creation)).jobId;
    });
    return { ...importBrief(parts, await findImport(app, principal, id)), repeated: replayed, key: named.key };
  },
};

const cancel: Tool = {
  name: 'cancel_import',
  title: 'Cancel an import',
  description: 'Ends an import: rows that are left fail, what was made stays.',
  set: 'imports',
  scope: 'write',
  effect: 'changes',
  input: objectSchema({ id: uuidSchema }, ['id']),
  output: resultSchema({ ...importSchemas, repeated: said(flagSchema, 'It had ended already.') }),
  async run(parts, { principal, args }) {
    const found = await findImport(parts.app, principal, idArgument(args['id']));
    const hasEnded = found.phase === 'ended';
    const job = await cancelImport(parts.app, principal, found.jobId);
    return { ...importBrief(parts, job), repeated: hasEnded };
  },
};

export const importTools: readonly Tool[] = [listed, one, accept, cancel];
