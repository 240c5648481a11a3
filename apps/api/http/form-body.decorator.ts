import formbody from '@fastify/formbody';
import { hasRouteSetting, RouteSetting } from './route-setting.decorator';
import { Invalid } from '@pps/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { receiveNothing, wrongType } from './accept-json-only';
import { receiveBody } from './receive-body';
import { textErrors } from './json-errors';
import multipart from '@fastify/multipart';

const largestForm = 16 * 1024;
const longestForm = 64 * 1024;
const formType = 'application/x-www-form-urlencoded';

/**
 * Lets a route take an HTML form of at most 16 KiB, or 64 where it `isLong`, whose last field of a name counts; a multipart form is let in unread. Every other
 * route answers 415 to one.
 */
export const FormBody = (isLong = false): MethodDecorator => RouteSetting({ formBody: true, ...(isLong && { longForm: true }) });

const mostBytes = (request: FastifyRequest): number => (hasRouteSetting(request, 'longForm') ? longestForm : largestForm);

/** Whether the request's route declares FormBody. */
const takesForms = (request: Pick<FastifyRequest, 'routeOptions'>): boolean => hasRouteSetting(request, 'formBody');

/** Takes URL-encoded forms where a route declares them; what cannot be taken becomes the request's `bodyFailure`. */
export async function acceptForms(fastify: FastifyInstance): Promise<void> {
  await fastify.register(formbody, { bodyLimit: longestForm, parser: fieldsOf });
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
    return Readable.from([await receiveBody(request, mostBytes(request))]);
  } catch (error) {
    request.bodyFailure ??= error instanceof Error ? error : new Error('The form could not be read');
    // Without a type no parser is asked about it.
    delete request.raw.headers['content-type'];
    return null;
  }
}

/** Lets a route take multipart/form-data, which `receiveFile` reads; every other route answers 415 to it. */
export const FileUpload = (): MethodDecorator => RouteSetting({ fileUpload: true });

/** Takes multipart bodies where a route declares them, and nothing else there; elsewhere one with nothing in it is no body. */
export async function acceptFileUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, { throwFileSizeLimit: false });
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    if (isMultipart(request) && !takesFiles(request) && !takesForms(request)) {
      void receiveNothing(request).then(() => done());
      return;
    }
    const isWrong = takesFiles(request) && !isMultipart(request) && request.headers['content-type'] !== undefined;
    if (isWrong) request.bodyFailure ??= wrongType(request);
    done();
  });
}

const isMultipart = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

/** Whether the route of a request takes a file. */
export const takesFiles = (request: Pick<FastifyRequest, 'routeOptions'>): boolean => hasRouteSetting(request, 'fileUpload');
