import { NotFound } from '@pps/kernel';
import { errorCatalogue, errorCatalogueEntry, errorCauses, type ErrorCode } from '@pps/runtime';
import { Invalid } from '@pps/kernel';
import { objectSchema, orNull, resultSchema, said, textSchema, type Tool } from '../tool';

const explain: Tool = {
  name: 'explain_error',
  title: 'Explain an error',
  description: 'Why an error came and what to do about it: by its code, or by the id of the request that it answered.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({
    code: said({ type: 'string', maxLength: 64 }, 'As in error_code.'),
    request_id: { type: 'string', maxLength: 128 },
  }),
  output: resultSchema({
    code: orNull(textSchema),
    cause: textSchema,
    remedy: textSchema,
    request: said(orNull(textSchema), 'What was asked, and when.'),
    resource_id: orNull(textSchema),
    link: textSchema,
  }),
  async run(parts, { principal, args }) {
    const { code, request_id: requestId } = args as { readonly code?: string; readonly request_id?: string };
    if (code === undefined && requestId === undefined)
      throw new Invalid([{ loc: ['body', 'code'], msg: 'One of code and request_id is required', type: 'missing' }]);
    if (requestId === undefined)
      return { ...explained(code ?? ''), request: null, resource_id: null, link: parts.urlOf(`/docs/errors/${code}`) };
    const { log, requests } = parts.recorded;
    await log.awaitWritten(principal.organizationId);
    const { projectId, epoch, keyId } = principal;
    const [found] = await requests.find({ projectId, epoch, credentialId: keyId, requestId }, { before: null, limit: 1 });
    if (!found) throw new NotFound('Request', 'Requests are kept for 7 days; give the code of the error instead.');
    const request = `${found.method} ${found.route} at ${found.at.toISOString()}, answered ${found.status} in ${found.durationMs} ms`;
    const rest = { request, resource_id: found.resourceId };
    if (found.code === null)
      return {
        code: null,
        cause: 'The request was not refused.',
        remedy: 'Nothing is to be done.',
        ...rest,
        link: parts.urlOf('/docs/errors'),
      };
    return { ...explained(found.code), ...rest, link: parts.urlOf(`/docs/errors/${found.code}`) };
  },
};

/** Throws `NotFound`. */
function explained(code: string) {
  const entry = errorCatalogueEntry(code);
  if (!entry || !(code in errorCatalogue)) throw new NotFound('Error code', 'read_doc with the page errors lists every code.');
  return { code, cause: errorCauses[code as ErrorCode].when, remedy: entry.remediation };
}

export const errorTools: readonly Tool[] = [explain];
