import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { describeInterface } from './describe-interface';
import { serveDescription } from './served/serve-description';
import { serveViewer } from './viewer/serve-viewer';

/** Serves the interface's description: the document at `/openapi.json` and in its other forms, and a page that shows it at `/docs`. */
export function serveInterface(app: NestFastifyApplication, module: Type | DynamicModule, publicUrl: string): void {
  serveDescription(app, () => describeInterface(app, module, publicUrl));
  serveViewer(app.getHttpAdapter().getInstance(), publicUrl);
}
