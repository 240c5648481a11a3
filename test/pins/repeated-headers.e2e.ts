import { newId } from '@pps/kernel';
import { request } from 'node:http';
import { newUploader, type Uploader } from '../assets/uploader';
import type { Answer } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
let ann: Uploader;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground' });
  ann = await newUploader(service, `headers-${newId()}`);
});

afterAll(() => service.stop());

const draft = () => ann.draft({ image_url: 'https://images.example.com/door.jpg' });

describe('a header given twice', () => {
  /** Sent as the lines they are: fetch would make one of them. */
  const answered = (lines: readonly string[], path = '/v1/pins') =>
    new Promise<Answer['body']>((resolve, reject) => {
      const headers = ['host', 'api.test', 'content-type', 'application/json', ...lines];
      const asked = request(`${service.url}${path}`, { method: 'POST', headers, timeout: 60_000 }, (response) => {
        response
          .setEncoding('utf8')
          .toArray()
          .then((chunks) => resolve([response.statusCode, JSON.parse(chunks.join(''))]), reject);
      });
      asked.on('error', reject).end(JSON.stringify(draft()));
    });
  const credential = () => ['X-API-Key', String(ann.key['x-api-key'])];

  it.each(['/v1/pins', '/v1/pins/validate', '/v1/pins/batch', '/v1/pins/imports/json'])('is no idempotency key of %s', async (path) => {
    const [status, body] = await answered([...credential(), 'Idempotency-Key', 'A', 'idempotency-key', 'A'], path);
    expect([status, body.error.errors]).toMatchObject([422, [{ loc: ['header', 'Idempotency-Key'] }]]);
  });

  it('is no credential', async () => {
    const [status, body] = await answered([...credential(), ...credential()]);
    expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
    const bearer = ['Authorization', `Bearer ${ann.key['x-api-key']}`];
    const second = await answered([...bearer, ...bearer]);
    expect([second[0], second[1].error.code]).toEqual([401, 'invalid_api_key']);
    expect((await answered(bearer))[0]).toBe(201);
  });
});
