import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { KeyGuard, ThingsController } from './http-shell.fixture';
import { ShellModule } from './shell.module';
import { startHttp } from './start-api';

@Module({ imports: [ShellModule], controllers: [ThingsController], providers: [{ provide: APP_GUARD, useClass: KeyGuard }] })
class ThingsModule {}

export const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** The API's shell with one controller more, on a free port. */
export async function startShell() {
  const config = loadConfiguration({ PORT: '0' });
  const log: string[] = [];
  const logger = createLogger('test', config, { write: (line: string) => void log.push(line) });
  const { port, stop } = await startHttp({ config, logger }, ThingsModule);
  return { port, log, stop, call };

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = body === undefined ? {} : { body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent, headers: { ...type, ...headers } });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  }
}

export function expectEnvelope(answer: Answer, status: number, code: string) {
  expect([answer.status, answer.body?.error?.code]).toEqual([status, code]);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.body.error).toMatchObject({ message: expect.any(String), remediation: expect.stringMatching(/\S/) });
  expect(answer.body.detail).toEqual(code === 'validation_error' ? expect.stringMatching(/^\S+: ./) : answer.body.error.message);
  expect(answer.body.error.request_id).toBe(answer.headers.get('x-request-id'));
  expect(answer.body.error.request_id).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
}

export function expectFieldErrors(answer: Answer, ...errors: readonly (readonly [loc: readonly (string | number)[], type: string])[]) {
  expectEnvelope(answer, 422, 'validation_error');
  expect(answer.body.error.errors.map(({ loc, type }: { loc: unknown; type: unknown }) => [loc, type])).toEqual(errors);
  for (const { msg } of answer.body.error.errors) expect(msg).toMatch(/\S/);
}
