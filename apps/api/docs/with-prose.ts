import type { OpenAPIObject } from '@nestjs/swagger';
import { operationProse } from './prose/operation-prose';

interface Operation {
  readonly operationId: string;
  description?: string;
}

/** The document with the prose of each operation before what its declaration says. */
export function withProse(document: OpenAPIObject): OpenAPIObject {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[])) {
    const prose = operationProse[operation.operationId];
    if (prose !== undefined) operation.description = [prose, operation.description].filter((part) => part !== undefined).join('\n\n');
  }
  return document;
}
