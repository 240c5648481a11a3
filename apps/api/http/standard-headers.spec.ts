import type { FastifyReply, FastifyRequest } from 'fastify';
import { setStandardHeaders } from './standard-headers';

function headersFor(request: Partial<FastifyRequest>): Record<string, string> {
  const set: Record<string, string> = {};
  const reply = { headers: (values: Record<string, string>) => Object.assign(set, values) };
  setStandardHeaders(
    { id: 'request-1', url: '/v1/pins', protocol: 'http', ...request } as FastifyRequest,
    reply as unknown as FastifyReply,
  );
  return set;
}

test('a client that came by https is asked to stay with it, and no other is', () => {
  expect(headersFor({ protocol: 'https' })['strict-transport-security']).toBe('max-age=31536000');
  expect(headersFor({})).not.toHaveProperty('strict-transport-security');
});

test.each(['/v1/pins', '/docs', '/docs/viewer/swagger-ui.css'])(
  'a browser loads no plug-in and takes no other base for what %s answers',
  (url) => {
    const policy = headersFor({ url })['content-security-policy'];
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toMatch(/object-src 'none'|default-src 'none'/);
  },
);
