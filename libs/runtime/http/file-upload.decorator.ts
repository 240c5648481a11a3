import multipart from '@fastify/multipart';
import { hasRouteSetting, RouteSetting } from './route-setting.decorator';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drain } from './drain';
import { takesForms } from './form-body.decorator';
import { wrongType } from './wrong-type';

/** Lets a route take multipart/form-data, which `receiveFile` reads; every other route answers 415 to it. */
export const FileUpload = (): MethodDecorator => RouteSetting({ fileUpload: true });

/** Takes multipart bodies where a route declares them, and nothing else there. */
export async function acceptFileUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, { throwFileSizeLimit: false });
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    const isWrong = isMultipart(request) ? !takesFiles(request) && !takesForms(request) : takesFiles(request);
    const refused = isWrong && request.headers['content-type'] !== undefined;
    if (refused) request.bodyFailure ??= wrongType(request);
    if (refused && isMultipart(request)) void drain(request.raw).then(() => done());
    else done();
  });
}

const isMultipart = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

/** Whether the route of a request takes a file. */
export const takesFiles = (request: Pick<FastifyRequest, 'routeOptions'>): boolean => hasRouteSetting(request, 'fileUpload');
