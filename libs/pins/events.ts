export type * from './pin/pin.events';
export type * from './pin/pin-media.events';
export type { Doubt, OpenAttempt, Pin, PinState, PinVideo } from './pin/pin.state';
export { pinStream } from './pin/pin.stream';
