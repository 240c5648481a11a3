import { newId } from '@pps/kernel';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;
beforeAll(async () => void (service = await startService({ OPERATOR_TOKEN: 'operator-token-of-this-test' })));
afterAll(() => service.stop());

async function adviceFor(method: string, path: string): Promise<string> {
  const { status, body } = await service.call(method, path);
  expect([path, status, body.error.code, body.detail]).toEqual([path, 404, 'not_found', 'Route not found']);
  return body.error.remediation;
}

it.each([
  ['GET', '/v1/pin', '/v1/pins'],
  ['GET', '/v1/pins/', '/v1/pins'],
  ['GET', '/V1/PINS', '/v1/pins'],
  ['GET', '/v1//pins', '/v1/pins'],
  ['GET', '/pins', '/v1/pins'],
  ['GET', '/v1/pins?limit=1'.replace('pins', 'pinz'), '/v1/pins'],
  ['DELETE', `/v1/webhook/${newId()}`, '/v1/webhooks/{webhook_id}'],
  ['GET', '/v1/boards', '/v1/platform/boards'],
  ['GET', '/openapi.jsn', '/openapi.json'],
])('%s %s is answered with the route that was meant, %s', async (method, path, meant) => {
  expect(await adviceFor(method, path)).toBe(`No route has this path: did you mean ${meant}? /docs lists every route.`);
});

it('tells nobody of routes that are not described', async () => {
  const general = await adviceFor('GET', '/nothing-like-it');
  expect(general).toBe('Check the path; /docs lists every route.');
  for (const path of ['/metrics', '/metric', '/metrics/', '/v1/billing/provider-webhok'])
    expect([path, await adviceFor('GET', path)]).toEqual([path, general]);
});

it('repeats nothing of a path, and compares none that is too long', async () => {
  const { body } = await service.call('GET', '/v1/pin%3Cscript%3E/%0d%0a');
  expect(JSON.stringify(body)).not.toMatch(/script|%0d/i);
  expect(await adviceFor('GET', `/v1/pin/${'x'.repeat(1_500)}`)).toBe('Check the path; /docs lists every route.');
});

it('answers a wrong method with those that there are', async () => {
  const { status, body, headers } = await service.call('PUT', '/v1/pins');
  expect([status, body.error.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS, POST']);
});
