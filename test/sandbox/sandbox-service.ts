import { startNats } from '@pps/embedded';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '../../apps/simulators/testing';
import { startOrchestrator } from '../../apps/orchestrator/start-orchestrator';
import { startWorker } from '../../apps/worker/start-worker';
import { bearer, type Answer } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newSession, type Headers } from '../setup/platform-user';

export interface SandboxService extends PlatformService {
  /** Processes, pacing and publishing, beside the API. */
  startBackground(): Promise<void>;
  /** Titles of all pins that the platform was asked to create. */
  publishedForReal(): Promise<readonly string[]>;
}

const quick = { WEBHOOK_TARGETS: 'any', RECONCILE_AFTER: '100ms,200ms', LOG_LEVEL: 'warn' };

/** The whole service in this process, with a platform simulator and a log of its own: processes of other tests leave it alone. */
export async function startSandboxService(): Promise<SandboxService> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const nats = await startNats({ storeDir: folder });
  const stopParts = async () => {
    await nats.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const service = await startPlatformService({ ...quick, NATS_URL: nats.url }).catch(async (error: unknown) => {
    await stopParts();
    throw error;
  });
  const { configuration: config, logger } = service.parts;
  const background: { stop(): Promise<void> }[] = [];
  return {
    ...service,
    async startBackground() {
      background.push(
        await startOrchestrator({ config, logger }, undefined, service.openLog),
        await startWorker({ config, logger }, undefined, service.openLog),
      );
    },
    async publishedForReal() {
      const { json } = await send('GET', `${service.simulatorsUrl}/platform/_control/pins`);
      return json.map((pin: { title: string }) => pin.title);
    },
    async stop() {
      await Promise.all(background.map((host) => host.stop()));
      await service.stop();
      await stopParts();
    },
  };
}

export interface Sandbox {
  /** A session in the production project. */
  readonly production: Headers;
  /** A session in the sandbox. */
  readonly session: Headers;
  readonly projectId: string;
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  remove(path: string, headers?: Headers): Promise<Answer>;
  accounts(): Promise<Answer['body']>;
  /** The first account with its first board. */
  firstBoard(): Promise<{ readonly account_id: string; readonly board_id: string }>;
  /** A creation for the first board. */
  pin(title: string, fields?: object, headers?: Headers): Promise<Answer>;
  pinIn(status: string, pinId: string): Promise<Answer['body']>;
  connect(): Promise<Answer>;
}

/** Somebody new, in the sandbox of his workspace. */
export async function newSandbox({ call }: Pick<SandboxService, 'call'>): Promise<Sandbox> {
  const production = await newSession(call);
  const made = await call('POST', '/v1/projects/sandbox', undefined, production);
  const projectId = made.body.projects[1].id;
  const switched = await call('POST', '/v1/projects/switch', { project_id: projectId }, production);
  const session = bearer(switched.body.access_token);
  const get: Sandbox['get'] = (path, headers = session) => call('GET', path, undefined, headers);
  const post: Sandbox['post'] = (path, body, headers = session) => call('POST', path, body, headers);
  const accounts = async () => (await get('/v1/platform/accounts')).body;
  const firstBoard = async () => {
    const [account] = await accounts();
    const boards = await get(`/v1/platform/boards?account_id=${account.id}`);
    return { account_id: account.id, board_id: boards.body[0].id };
  };
  return {
    production,
    session,
    projectId,
    get,
    post,
    remove: (path, headers = session) => call('DELETE', path, undefined, headers),
    accounts,
    firstBoard,
    pin: async (title, fields = {}, headers = session) =>
      post('/v1/pins', { ...(await firstBoard()), title, image_url: 'https://images.example.com/door.jpg', ...fields }, headers),
    pinIn: (wanted, pinId) =>
      eventually(`pin ${pinId} ${wanted}`, async () => {
        const { body } = await get(`/v1/pins/${pinId}`);
        return body.status === wanted ? body : undefined;
      }),
    connect: async () => {
      const start = await get('/v1/platform/oauth/start');
      if (start.status !== 200) return start;
      const url = new URL(start.body.authorization_url);
      return get(`${url.pathname}${url.search}`, { accept: 'application/json' });
    },
  };
}

export const refusal = ({ status, body }: Answer) => [status, body?.error?.code];
