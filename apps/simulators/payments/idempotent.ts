import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentState } from './payment-state';
import { StripeRefusal } from './stripe-refusal';

const answersStored = 10_000;

/** Answers a repeat under the same key as the first time; the same key with other parameters is refused, as Stripe does. */
export async function idempotent(
  state: PaymentState,
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => object,
): Promise<FastifyReply> {
  const key = request.headers['idempotency-key'];
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('base64');
  const stored = typeof key === 'string' ? state.answers.get(key) : undefined;
  if (stored && stored.fingerprint !== fingerprint) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    throw new StripeRefusal(400, 'idempotency_error', message);
  }
  if (stored) return reply.code(stored.status).header('idempotent-replayed', 'true').type('application/json').send(stored.body);
  const body = JSON.stringify(make());
  if (typeof key === 'string') {
    state.answers.put(key, { key, fingerprint, status: 200, body });
    for (const oldest of state.answers.rows()) {
      if (state.answers.size <= answersStored) break;
      state.answers.remove(oldest.key);
    }
  }
  await state.flushed();
  return reply.type('application/json').send(body);
}
