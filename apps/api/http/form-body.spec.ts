import { Body, Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import { loadConfiguration, createLogger } from '@pps/runtime';
import { FormBody } from './form-body.decorator';
import { createHttpApp, type HttpApp } from './http-app';

@Controller()
class FormController {
  @Post('form')
  @FormBody()
  @HttpCode(200)
  form(@Body() body: unknown) {
    return { body: body ?? null };
  }

  @Get('json')
  none() {
    return { body: null };
  }

  @Post('json')
  @HttpCode(200)
  json(@Body() body: unknown) {
    return { body: body ?? null };
  }
}

@Module({ controllers: [FormController] })
class FormModule {}

let http: HttpApp;
let at: string;

beforeAll(async () => {
  const config = loadConfiguration({ LOG_LEVEL: 'silent' });
  http = await createHttpApp(FormModule, { config, logger: createLogger('test', config) });
  at = `http://127.0.0.1:${await http.listen(0, '127.0.0.1')}`;
});

afterAll(() => http.close());

async function post(path: string, body: string | URLSearchParams | FormData) {
  const headers = typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const answer = await fetch(`${at}${path}`, { method: 'POST', body, headers });
  const json = JSON.parse(await answer.text());
  return [answer.status, json.error?.code ?? json.body];
}

test('a declared route reads a form, the last field of a name counting, and lets a multipart form in unread', async () => {
  expect(await post('/form', 'a=1&b=%C3%A4+x&a=2&c')).toEqual([200, { a: '2', b: 'ä x', c: '' }]);
  expect(await post('/form', '')).toEqual([200, {}]);
  const form = new FormData();
  form.set('a', 'x'.repeat(100_000));
  expect(await post('/form', form)).toEqual([200, null]);
});

test('every other route refuses both kinds', async () => {
  expect(await post('/json', 'a=1')).toEqual([415, 'unsupported_media_type']);
  const form = new FormData();
  form.set('a', '1');
  expect(await post('/json', form)).toEqual([415, 'unsupported_media_type']);
});

test.each(['multipart/form-data; boundary=x', 'multipart/form-data', 'application/x-www-form-urlencoded', 'text/plain'])(
  'nothing in a body of %s is no body where the route takes no such form',
  async (type) => {
    const send = async (request: RequestInit) => {
      const answer = await fetch(`${at}/json`, { ...request, headers: { 'content-type': type } });
      return [answer.status, JSON.parse(await answer.text()).body];
    };
    expect(await send({ method: 'POST', body: '' })).toEqual([200, null]);
    expect(await send({ method: 'POST', body: new Blob([]).stream(), duplex: 'half' })).toEqual([200, null]);
    expect(await send({ method: 'GET' })).toEqual([200, null]);
  },
);

test('a form is at most 16 KiB of readable text, and reaches into no prototype', async () => {
  expect(await post('/form', `a=${'x'.repeat(16 * 1024 - 2)}`)).toEqual([200, { a: expect.any(String) }]);
  expect(await post('/form', `a=${'x'.repeat(16 * 1024)}`)).toEqual([413, 'payload_too_large']);
  expect(await post('/form', 'a=%00')).toEqual([422, 'validation_error']);
  const [status] = await post('/form', '__proto__=1&constructor=2');
  expect([status, Object.getPrototypeOf({}) === Object.prototype, {}.constructor]).toEqual([200, true, Object]);
});
