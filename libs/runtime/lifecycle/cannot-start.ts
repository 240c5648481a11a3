/** A host cannot start for a reason its operator can mend; the message is one line without secrets, shown instead of a stack. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}
