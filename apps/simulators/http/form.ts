import type { FastifyInstance, FastifyRequest } from 'fastify';

export type Form = Readonly<Record<string, string>>;

/** Forms, and JSON that may be empty, as a DELETE with a content type but no body is. */
export function acceptFormsAndEmptyJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, fieldsOf(new URLSearchParams(String(body)))),
  );
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('The body is no JSON'), { statusCode: 400 }));
    }
  });
}

/** A field that is sent several times, as boxes that are ticked are, has all its values with commas between them. */
function fieldsOf(sent: URLSearchParams): Form {
  return Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name).join(',')]));
}

export function formOf(request: FastifyRequest): Form {
  return textFields(request.body);
}

export function queryOf(request: FastifyRequest): Form {
  return textFields(request.query);
}

function textFields(source: unknown): Form {
  if (typeof source !== 'object' || source === null) return {};
  return Object.fromEntries(Object.entries(source).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** The address the caller used to reach us. */
export function baseUrlOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
