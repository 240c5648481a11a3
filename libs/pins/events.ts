export type * from './pin.events';
export type { Doubt, OpenAttempt, Pin, PinState } from './pin-state';
export { pinStream } from './pin-stream';
