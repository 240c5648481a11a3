import type { FastifyInstance } from 'fastify';
import { renderPicture, type PictureFormat } from './render-picture';

const formats: ReadonlyMap<string, PictureFormat> = new Map([
  ['jpg', 'jpeg'],
  ['jpeg', 'jpeg'],
  ['png', 'png'],
  ['webp', 'webp'],
]);
const longestPath = 300;

/** Pictures for whoever needs an address of one: any path that ends like a picture's shows one, always the same. */
export async function pictureRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*'];
    const format = formats.get(/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '');
    if (format === undefined || path.length > longestPath)
      return reply.code(404).send({ error: `a picture's path ends with .jpg, .png or .webp and has at most ${longestPath} characters` });
    const seed = pictureSeed(`/${path}`);
    void reply.headers({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' }).type(`image/${format}`);
    return renderPicture(seed, [seed], format);
  });
}

/** What a picture's path says of it, at whichever host it is. */
export const pictureSeed = (path: string): string =>
  path
    .replace(/^\/(pictures\/)?/, '')
    .replace(/\.[a-z]+$/i, '')
    .toLowerCase();
