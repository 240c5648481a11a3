import { RouteConfig } from '@nestjs/platform-fastify';
import { Invalid } from '@pps/kernel';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { drain } from './drain';
import { receiveBody } from './receive-body';
import { textErrors } from './text-errors';

const largestForm = 16 * 1024;

/** Lets a route take an HTML form of at most 16 KiB, whose last field of a name counts; a multipart form is let in unread. Every other route answers 415 to one. */
export const FormBody = (): MethodDecorator => RouteConfig({ formBody: true });

/** Whether the request's route declares FormBody. */
export function takesForms({ routeOptions }: FastifyRequest): boolean {
  const config: unknown = routeOptions.config;
  return typeof config === 'object' && config !== null && 'formBody' in config;
}

/** Takes URL-encoded forms where a route declares them; what cannot be taken is kept as the request's `bodyFailure`. */
export function acceptForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    try {
      return await formOf(request);
    } catch (error) {
      request.bodyFailure = error instanceof Error ? error : new Error('The form could not be read');
      return undefined;
    }
  });
}

async function formOf(request: FastifyRequest): Promise<object> {
  if (!takesForms(request)) {
    await drain(request.raw);
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? '');
  }
  const body = await receiveBody(request, largestForm);
  const fields = Object.fromEntries(new URLSearchParams(body.toString()));
  const errors = textErrors(fields, ['body']);
  if (errors.length > 0) throw new Invalid(errors);
  return fields;
}
