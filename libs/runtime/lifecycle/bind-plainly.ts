import { AsyncResource } from 'node:async_hooks';

/** The first Node that binds as plainly. */
const plainSince = 24;

/**
 * Makes `AsyncResource.bind` cheap on an older Node, which gives each bound function a property that is deprecated, and for that two functions that warn:
 * Nest, Fastify and each call of the log bind several for a request. Who asks a bound function for its `asyncResource` finds none, as on Node 24.
 */
export function bindPlainly(): void {
  if (Number.parseInt(process.versions.node, 10) < plainSince) AsyncResource.prototype.bind = bindToScope;
}

function bindToScope<Work extends (...args: never[]) => unknown>(this: AsyncResource, work: Work, thisArg?: unknown): Work {
  const enter = this.runInAsyncScope.bind(this) as (...args: readonly unknown[]) => unknown;
  return function (this: unknown, ...args: unknown[]) {
    return enter(work, thisArg ?? this, ...args);
  } as unknown as Work;
}
