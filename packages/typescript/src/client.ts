import { buildRequest, type CallInput } from './build-request';
import { startCall, type Call } from './call';
import type { Upload } from './file-body';
import { operations } from './generated/operations';
import { Resources, type AuditResource } from './generated/resources';
import type { Import, Pin, Schedule } from './generated/types';
import { linesOf, readEvents } from './lines';
import { startList, type Query } from './list';
import { readOperation, type Operation } from './operation';
import { settingsOf, type CallOptions, type ClientOptions, type Settings } from './settings';
import type { AuditVerdict, VerifyAuditOptions } from './verify-audit';
import { waitUntilSettled, type Settling, type WaitOptions } from './wait-until-settled';

/** The Pin Publishing Service: `client.pins.create({ … })`, `for await (const pin of client.pins.list())`. */
export class PinPublishing extends Resources {
  declare readonly audit: AuditResource & {
    /** Verifies the whole history against its signed checkpoints, and against those that you have kept. */
    verify(options?: VerifyAuditOptions): Promise<AuditVerdict>;
  };
  readonly #settings: Settings;

  constructor(options: ClientOptions = {}) {
    super();
    const settings = settingsOf(options);
    this.#settings = settings;
    for (const paragraph of operations.split('\n\n')) {
      const [name = '', ...lines] = paragraph.split('\n');
      Object.assign(this, { [name]: Object.fromEntries(lines.map((line) => methodOf(settings, line))) });
    }
    Object.assign(this.audit, {
      verify: async (asked: VerifyAuditOptions = {}) => (await import('./verify-audit')).verifyAudit(this, asked),
    });
  }

  /** Calls a route that this SDK has no method for, as surely as the others. */
  request<Data = unknown>(
    verb: string,
    path: string,
    { query, body, ...options }: CallOptions & Pick<CallInput, 'query' | 'body'> = {},
  ): Call<Data> {
    if (!path.startsWith('/')) throw new TypeError('path begins with a slash');
    const operation: Operation = { name: '', verb: verb.toUpperCase(), path, traits: 'o', items: undefined };
    return startCall(buildRequest(this.#settings, operation, { query, body }, options), (data) => data as Data);
  }

  /** A pin, schedule or import when nothing happens to it by itself any more: published, failed, canceled, completed. */
  waitUntilSettled<Thing extends Pin | Schedule | Import>(thing: Thing, options?: WaitOptions): Promise<Thing> {
    const { id } = thing;
    const read = async (given: CallOptions): Promise<Settling> => {
      if ('total_rows' in thing) return this.imports.get(id, given);
      return 'run_at' in thing ? this.schedules.get(id, {}, given) : this.pins.get(id, {}, given);
    };
    const listen = (given: CallOptions) => this.changes.stream({}, given);
    return waitUntilSettled<Settling>(thing, read, listen, options) as Promise<Thing>;
  }
}

type Method = (...args: readonly unknown[]) => unknown;

/** The method of an operation, by its name: its arguments are the parameters of the path, then body or query, then options. */
function methodOf(settings: Settings, line: string): [name: string, method: Method] {
  const operation = readOperation(line);
  const { name, traits, items, path } = operation;
  const names = path.split('{').length - 1;
  const has = (trait: string): boolean => traits.includes(trait);
  const takes = has('j') || has('f') || has('q');
  const method: Method = (...args) => {
    const first = args[names];
    const input: CallInput = {
      path: args.slice(0, names),
      ...(has('j') && { body: first }),
      ...(has('f') && { file: first as Upload }),
    };
    const options = (takes ? args[names + 1] : first) as CallOptions | undefined;
    const requestOf = (query?: Query) => buildRequest(settings, operation, { ...input, query }, options);
    const query = has('q') ? ((first ?? {}) as Query) : {};
    if (has('l')) return linesOf(query, requestOf);
    if (has('s')) return linesOf(query, requestOf, readEvents);
    return items === undefined ? startCall(requestOf(query), (data) => data) : startList(query, items, requestOf);
  };
  return [name, method];
}
