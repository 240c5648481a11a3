import { eventually } from '../../apps/simulators/testing';
import type { Answer } from '../setup/caller';
import { newPersona } from '../setup/persona';
import type { Headers } from '../setup/platform-user';
import type { WholeService } from './whole-service';

/** Somebody with an API key, a connected account and a board. */
export interface Workspace {
  readonly accountId: string;
  readonly boardId: string;
  readonly username: string;
  readonly key: Headers;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Headers): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  /** A valid creation for this board. */
  draft(fields?: object): Record<string, unknown>;
  /** Creates a pin and gives its id; throws unless it was accepted. */
  pin(fields?: object): Promise<string>;
  /** The pin as soon as it has the status. */
  pinIn(status: string, pinId: string, withinMs?: number): Promise<Answer['body']>;
}

export async function newWorkspace({ call }: WholeService): Promise<Workspace> {
  const { key, username, accountId, boardId } = await newPersona(call);
  const get: Workspace['get'] = (path) => call('GET', path, undefined, key);
  const post: Workspace['post'] = (path, body, headers = {}) => call('POST', path, body, { ...key, ...headers });
  const draft: Workspace['draft'] = (fields = {}) => ({
    account_id: accountId,
    board_id: boardId,
    title: 'Lemon cake',
    image_url: 'https://images.example.com/lemon-cake.jpg',
    ...fields,
  });
  return {
    accountId,
    boardId,
    username,
    key,
    get,
    post,
    draft,
    remove: (path) => call('DELETE', path, undefined, key),
    pin: async (fields) => {
      const { status, body } = await post('/v1/pins', draft(fields));
      if (status !== 201) throw new Error(`creation answered ${status}: ${JSON.stringify(body)}`);
      return body.id;
    },
    pinIn: (wanted, pinId, withinMs = 120_000) => {
      let seen = 'nothing';
      const probe = async () => {
        const { body } = await get(`/v1/pins/${pinId}`);
        seen = `${body.status} ${body.error_code ?? ''} ${body.error_message ?? ''}`;
        return body.status === wanted ? body : undefined;
      };
      return eventually(`pin ${pinId} ${wanted}`, probe, withinMs).catch((error: Error) => {
        throw new Error(`${error.message}; it was ${seen}`);
      });
    },
  };
}

/** What a refusal may not change: the quota's use and the number of pins, as the service shows them. */
export async function holdings(
  workspace: Workspace,
  replay: Record<string, unknown>,
): Promise<{ used: string | null; pins: string | null }> {
  const repeat = await workspace.post('/v1/pins', replay);
  if (repeat.headers.get('idempotent-replayed') !== 'true') throw new Error(`no replay: ${repeat.status} ${JSON.stringify(repeat.body)}`);
  const list = await workspace.get('/v1/pins');
  return { used: repeat.headers.get('x-service-quota-used'), pins: list.headers.get('x-total-count') };
}
