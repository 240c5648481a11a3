import multipart from '@fastify/multipart';
import { hasRouteSetting, RouteSetting } from './route-setting.decorator';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receiveNothing } from './accept-json-only';
import { takesForms } from './form-body.decorator';
import { wrongType } from './wrong-type';

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
