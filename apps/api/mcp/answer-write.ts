import type { Creation, IdempotentAnswers } from '@pps/idempotency';
import { limitedToAccounts, type Principal } from '@pps/identity';
import { isWithin } from '@pps/kernel';
import { keyedBy, type AnswerMaker } from '../idempotency/answer-repeatable';
import { contentOfJson } from '../idempotency/content-of-json';
import type { WriteKey } from './tool';
import { withWriteKey } from './write-key';

interface KeptWrite {
  readonly principal: Principal;
  readonly named: WriteKey;
  readonly route: string;
  /** What was asked for, where the key was given by who asks; of many items a hash of them. */
  readonly content?: unknown;
}

/** Does once what a key names, and answers its repeats as the first time for a day. Throws as `answerOnce` does. */
export function answerWrite<Body>(
  answers: Pick<IdempotentAnswers, 'answerOnce'>,
  { principal, named, route, content = null }: KeptWrite,
  create: (creation: Creation) => Promise<Body>,
): Promise<{ readonly body: Body; readonly replayed: boolean }> {
  const maker: AnswerMaker = { keyId: principal.keyId ?? null, accountIds: principal.accountIds };
  const refuse = ({ accountIds }: AnswerMaker) => {
    if (!isWithin(accountIds, principal.accountIds)) throw limitedToAccounts();
  };
  return withWriteKey(named, () =>
    answers.answerOnce(keyedBy(principal, `tool ${route}`, named.key), contentOfJson(content), { maker, refuse }, create),
  );
}
