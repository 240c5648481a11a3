import type { FastifyRequest } from 'fastify';
import { Rejected } from '@pps/kernel';
import { hasRouteSetting } from './route-setting.decorator';

/** The refusal of a body whose type the route does not take. */
export const wrongType = (request: Pick<FastifyRequest, 'routeOptions'>): Rejected =>
  new Rejected('unsupported_media_type', '', {}, hasRouteSetting(request, 'fileUpload') ? { remediation: asFile } : {});

const asFile = 'Send it as multipart/form-data, in the field file.';

/** The refusal of a body in a content coding; no route takes one, as a small body could become a huge one. */
export const encodedBody = (): Rejected =>
  new Rejected(
    'unsupported_media_type',
    'The body is compressed',
    {},
    { remediation: 'Send the body as it is, without Content-Encoding.' },
  );
