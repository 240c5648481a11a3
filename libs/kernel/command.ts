declare const result: unique symbol;

/** What somebody orders. `Result` is what carrying it out gives. */
export abstract class Command<Result> {
  /** Exists for the compiler alone. */
  declare readonly [result]: Result;
}

/** What carrying out a command of type `C` gives. */
export type ResultOf<C> = C extends Command<infer Result> ? Result : never;

/** A command's class, and the function that carries it out with what it needs of the process's `App`. */
export interface CommandEntry<App> {
  readonly command: new (...fields: never[]) => Command<unknown>;
  readonly handle: (app: App, command: never) => Promise<unknown>;
}

/** The commands of a lib: what a host registers. */
export type CommandTable<App> = readonly CommandEntry<App>[];

/** One line of a table. A function that takes another command, or gives another result, does not compile. */
export function handles<C extends Command<unknown>, App>(
  command: new (...fields: never[]) => C,
  handle: (app: App, command: C) => Promise<ResultOf<C>>,
): CommandEntry<App> {
  return { command, handle };
}
