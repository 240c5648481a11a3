import { Rejected } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { giveUpBody } from './drain';
import { watchLeastRate } from './least-rate';

/** The chunks of a body; throws `Rejected` with 408 where it comes too slowly. What the reader does with a chunk takes no time from the sender. */
export async function* steadyChunks({ raw, server }: Pick<FastifyRequest, 'raw' | 'server'>): AsyncGenerator<Buffer> {
  const chunks = (raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let refuse: (slow: Rejected) => void = () => undefined;
  const slow = new Promise<never>((_, reject) => (refuse = reject));
  const watch = watchLeastRate(raw, server.bodyAdmission.settings, () => {
    giveUpBody(raw);
    refuse(tooSlow());
  });
  let isAsked = true;
  try {
    for (let next = await Promise.race([chunks.next(), slow]); !next.done; next = await Promise.race([chunks.next(), slow])) {
      isAsked = false;
      watch.pause();
      yield next.value;
      watch.resume();
      isAsked = true;
    }
  } finally {
    watch.end();
    // Its listener would keep the rest of the body from being drained; one that waits for a chunk ends with that.
    const ended = chunks.return?.();
    if (!isAsked) await ended;
  }
}

/** Whether a body turns out to have no bytes; one that has any is left to be read on. Throws as `steadyChunks` does. */
export async function endsEmpty(request: FastifyRequest): Promise<boolean> {
  for await (const chunk of steadyChunks(request)) {
    if (chunk.length > 0) return false;
  }
  return true;
}

export const tooSlow = (): Rejected =>
  new Rejected(
    'bad_request',
    'The body came too slowly',
    {},
    { status: 408, remediation: 'Send the body without pauses, or less at once.' },
  );
