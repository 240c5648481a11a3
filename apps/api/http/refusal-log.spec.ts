import { Controller, Get, Module } from '@nestjs/common';
import { Rejected } from '@pps/kernel';
import { nameActor, loadConfiguration, createLogger } from '@pps/runtime';
import { createHttpApp } from './http-app';

@Controller()
class RefusingController {
  @Get('refused')
  refused(): never {
    nameActor({ type: 'api_key', id: 'k1' });
    throw new Rejected('insufficient_scope', 'The API key lacks the scope write');
  }
}

@Module({ controllers: [RefusingController] })
class RefusingModule {}

test('a refusal is logged with who it was, from where and why, and nothing that was presented', async () => {
  const lines: string[] = [];
  const config = loadConfiguration({ LOG_LEVEL: 'info' });
  const http = await createHttpApp(RefusingModule, {
    config,
    logger: createLogger('test', config, { write: (line) => void lines.push(line) }),
  });
  try {
    const port = await http.listen(0, '127.0.0.1');
    const answer = await fetch(`http://127.0.0.1:${port}/refused?token=secret-1`, {
      headers: { 'x-api-key': 'secret-2', cookie: 'secret-3' },
    });
    expect(answer.status).toBe(403);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const refusal = logged.find(({ msg }) => msg === 'request refused');
    const request_id = answer.headers.get('x-request-id');
    const expected = { level: 'warn', code: 'insufficient_scope', status: 403, client: '127.0.0.1', actor: 'api_key k1', request_id };
    expect(refusal).toMatchObject(expected);
    expect(lines.join('')).not.toContain('secret-');
  } finally {
    await http.close();
  }
});
