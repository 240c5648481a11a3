import formbody from '@fastify/formbody';
import { hasRouteSetting, RouteSetting } from './route-setting.decorator';
import { Invalid } from '@pps/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { receiveNothing } from './accept-json-only';
import { receiveBody } from './receive-body';
import { textErrors } from './json-errors';

const largestForm = 16 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** Lets a route take an HTML form of at most 16 KiB, whose last field of a name counts; a multipart form is let in unread. Every other route answers 415 to one. */
export const FormBody = (): MethodDecorator => RouteSetting({ formBody: true });

/** Whether the request's route declares FormBody. */
export const takesForms = (request: Pick<FastifyRequest, 'routeOptions'>): boolean => hasRouteSetting(request, 'formBody');

/** Takes URL-encoded forms where a route declares them; what cannot be taken becomes the request's `bodyFailure`. */
export async function acceptForms(fastify: FastifyInstance): Promise<void> {
  await fastify.register(formbody, { bodyLimit: largestForm, parser: fieldsOf });
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    if (isForm(request)) void receiveForm(request).then((form) => done(null, form ?? payload));
    else done(null, payload);
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    const errors = takesForms(request) ? textErrors(request.body, ['body']) : [];
    if (errors.length > 0) request.bodyFailure ??= new Invalid(errors);
    done();
  });
}

const fieldsOf = (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text));

// Fastify parses no body of these methods.
const bodyless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const isForm = ({ mediaType, method }: FastifyRequest): boolean => mediaType === formType && !bodyless.has(method);

/** The whole form, within its limit before anything parses it; null, with the reason as `bodyFailure`, for one that is not taken. */
async function receiveForm(request: FastifyRequest): Promise<Readable | null> {
  if (!takesForms(request)) {
    await receiveNothing(request);
    return null;
  }
  try {
    return Readable.from([await receiveBody(request, largestForm)]);
  } catch (error) {
    request.bodyFailure ??= error instanceof Error ? error : new Error('The form could not be read');
    // Without a type no parser is asked about it.
    delete request.raw.headers['content-type'];
    return null;
  }
}
