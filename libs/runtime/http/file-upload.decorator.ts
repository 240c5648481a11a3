import multipart from '@fastify/multipart';
import { RouteConfig } from '@nestjs/platform-fastify';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { takesForms } from './form-body.decorator';

/** Lets a route take multipart/form-data, which `receiveFile` reads; every other route answers 415 to it. */
export const FileUpload = (): MethodDecorator => RouteConfig({ fileUpload: true });

/** Takes multipart bodies where a route declares them. */
export async function acceptFileUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, { throwFileSizeLimit: false });
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    const isWrong = isMultipart(request) ? !takesFiles(request) && !takesForms(request) : takesFiles(request);
    const refused = isWrong && request.headers['content-type'] !== undefined;
    done(refused ? new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? '') : null);
  });
}

const isMultipart = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

function takesFiles({ routeOptions }: FastifyRequest): boolean {
  const config: unknown = routeOptions.config;
  return typeof config === 'object' && config !== null && 'fileUpload' in config;
}
