import { cleanOutsideText, type FieldError } from '@pps/kernel';
import type { Failure } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { describeGiven } from './describe-given';

type Request = Pick<FastifyRequest, 'body' | 'query' | 'params' | 'headers'>;

/** How much of a field's name is repeated, which a client may have made as long as its body. */
const longestName = 100;

/** The failure with all field errors in one dialect: the field's name, the rule, and beside them what was given. */
export function explainFaults(failure: Failure, request: Request): Failure {
  return failure.errors ? { ...failure, errors: failure.errors.map((error) => explained(error, request)) } : failure;
}

function explained(error: FieldError, request: Request): FieldError {
  const { loc, msg, type } = error;
  const name = String(loc.at(-1));
  const shown = loc.map((step) => (typeof step === 'string' ? cleanOutsideText(step, longestName) : step));
  const shownName = String(shown.at(-1));
  const told = msg.startsWith(`${name} `) ? shownName + msg.slice(name.length) : `${shownName}${startsWithRule(msg) ? '' : ':'} ${msg}`;
  const given = describeGiven(loc, request);
  return { loc: shown, msg: told, type, ...(given !== null && { given }) };
}

/** Whether a message is a rule that its field's name may stand before; a sentence of its own is parted from it. */
const startsWithRule = (msg: string): boolean => /^(must|is|has|should)\b/.test(msg);
