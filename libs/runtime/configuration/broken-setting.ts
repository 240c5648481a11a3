import { CannotStart } from '../lifecycle/cannot-start';
import type { Setting } from './setting';
import { expectationOf } from './read-value';

export interface Problem {
  readonly name: string;
  readonly given: string;
  readonly setting: Setting;
}

/** One or more settings cannot be used; one line names each, what was given (never a credential) and what is expected. */
export class BrokenSetting extends CannotStart {
  override readonly name = 'BrokenSetting';

  constructor(readonly problems: readonly Problem[]) {
    super(`broken setting${problems.length > 1 ? 's' : ''}: ${problems.map(describe).join('; ')}`);
  }
}

function describe({ name, given, setting }: Problem): string {
  const hidden = setting.sensitive === true || setting.kind === 'secret' || setting.kind === 'key';
  const shown = hidden ? 'a value that is not shown' : JSON.stringify(given.slice(0, 100));
  return `${name} is ${shown}, expected ${expectationOf(setting)}`;
}
