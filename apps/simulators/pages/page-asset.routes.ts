import { answerWebAsset, webAssets } from '@pps/web-pages';
import type { FastifyInstance } from 'fastify';
import { queryOf } from '../http/form';

/** Style and icon of the pages, the same as those of the service. */
export async function pageAssetRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { file: string } }>('/:file', async (request, reply) => {
    const asset = webAssets.get(request.params.file);
    if (!asset) return reply.code(404).send({ error: 'there is no such file' });
    const answer = answerWebAsset(asset, { version: queryOf(request)['v'], ifNoneMatch: request.headers['if-none-match'] });
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
}
