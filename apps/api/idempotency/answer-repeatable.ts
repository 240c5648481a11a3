import type { Creation, IdempotentAnswers } from '@pps/idempotency';
import { limitedToAccounts, type Principal } from '@pps/identity';
import { isWithin, newId } from '@pps/kernel';
import type { FastifyReply } from 'fastify';

/** Who made a first answer, as it is kept beside it. */
export interface AnswerMaker {
  readonly keyId: string | null;
  /** The accounts that it could see then; null: all of the project. */
  readonly accountIds: readonly string[] | null;
}

export interface RepeatableRequest {
  readonly principal: Principal;
  readonly reply: FastifyReply;
  /** Undefined where the client sent none. */
  readonly key: string | undefined;
  readonly route: string;
  /** All that was asked for, the same text for the same. */
  readonly content: string;
  /** Whether a credential may see what another one was answered. Those who see as many accounts, unless it says otherwise. */
  readonly mayRead?: (principal: Principal, maker: AnswerMaker) => boolean;
}

const seesAsMuch = ({ accountIds }: Principal, maker: AnswerMaker): boolean => isWithin(maker.accountIds, accountIds);

/** Runs `create`, or where its key was used for the same before, gives the answer of that time and says so. Throws as `answerOnce` does. */
export async function answerRepeatable<Body>(
  answers: Pick<IdempotentAnswers, 'answerOnce'>,
  { principal, reply, key, route, content, mayRead = seesAsMuch }: RepeatableRequest,
  create: (creation: Creation) => Promise<Body>,
): Promise<Body> {
  if (key === undefined) return create({ id: newId(), mayExist: false });
  const maker: AnswerMaker = { keyId: principal.keyId ?? null, accountIds: principal.accountIds };
  const refuse = (other: AnswerMaker) => {
    if (!mayRead(principal, other)) throw limitedToAccounts();
  };
  const { body, replayed } = await answers.answerOnce({ ...keyedBy(principal, route, key) }, content, { maker, refuse }, create);
  if (replayed) void reply.header('Idempotent-Replayed', 'true');
  return body;
}

/** The request that a key of a project names. */
export const keyedBy = ({ projectId, epoch, organizationId }: Principal, route: string, key: string) => ({
  ...{ projectId, epoch, organizationId, route, key },
});
