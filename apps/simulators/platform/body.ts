import type { FastifyRequest } from 'fastify';
import { badParameter } from './platform-refusal';

export type Body = Readonly<Record<string, unknown>>;

export function bodyOf(request: FastifyRequest): Body {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badParameter('The body is no object');
  return body as Body;
}

/** Null for absent, null and empty; refused when it is no text or longer than `most` code points. */
export function textField(body: Body, name: string, most: number): string | null {
  const value = body[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw badParameter(`${name} is not of type 'string'`);
  if ([...value].length > most) throw badParameter(`${name} is too long, at most ${most} characters`);
  return value;
}

export function requiredTextField(body: Body, name: string, most: number): string {
  const value = textField(body, name, most);
  if (value === null) throw badParameter(`${name} is required`);
  return value;
}

export function digitsField(body: Body, name: string): string | null {
  const value = textField(body, name, 40);
  if (value !== null && !/^\d+$/.test(value)) throw badParameter(`${name}: '${value}' does not match '^\\d+$'`);
  return value;
}

export function pathId(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!/^\d+$/.test(id)) throw badParameter(`'${id}' does not match '^\\d+$'`);
  return id;
}
