/** The demonstration cannot go on; the message is the one line shown instead of a stack. */
export class DemoFailure extends Error {
  override readonly name: string = 'DemoFailure';
}
