import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, isLoopback, type Configuration } from '@pps/runtime';
import { routeNotFound } from '../http/answer-missing-route';
import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/** Who may see what is for operators: who sends OPERATOR_TOKEN, or while none is set whoever calls from this machine itself. */
@Injectable()
export class OperatorAccess {
  private readonly token: Buffer | null;

  constructor(@Inject(CONFIGURATION) { OPERATOR_TOKEN }: Pick<Configuration, 'OPERATOR_TOKEN'>) {
    this.token = OPERATOR_TOKEN === undefined ? null : digest(OPERATOR_TOKEN);
  }

  /** Whether the request comes from an operator. The token is compared in constant time. */
  allows({ headers, raw, ip }: Pick<FastifyRequest, 'headers' | 'raw' | 'ip'>): boolean {
    if (this.token) return timingSafeEqual(digest(bearerOf(headers.authorization)), this.token);
    // What a proxy on this machine passes on is somebody else's, whatever address it names.
    if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false;
    return isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(ip);
  }

  /** Throws `NotFound` as for a route that does not exist. */
  require(request: FastifyRequest): void {
    if (!this.allows(request)) throw routeNotFound();
  }
}

const bearerOf = (authorization: string | undefined): string => /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? '';

// Digests have one length, which timingSafeEqual asks for.
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
