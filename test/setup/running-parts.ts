import type { Part } from '../../libs/embedded';

interface RunningParts {
  folder: string | undefined;
  readonly parts: Part[];
}

// Jest loads setup and teardown in the same process but not always from the same module registry.
const holder = globalThis as typeof globalThis & { pinRunningParts?: RunningParts };

export const runningParts: RunningParts = (holder.pinRunningParts ??= { folder: undefined, parts: [] });
