import { newId } from '@pps/kernel';
import { sandboxProjectId } from '@pps/workspaces';
import { newKey, register, type Account } from '../../setup/account';
import { connectPlatformUser, type Headers } from '../../setup/platform-user';
import { uploadForm } from '../../assets/uploader';
import type { ForgettingService } from './forgetting-service';

/** A workspace with something of every kind in production and in the sandbox. */
export interface FullWorkspace extends Account {
  readonly key: Headers;
  readonly accountId: string;
  readonly username: string;
  /** Ids that only this workspace's rows hold. */
  readonly ids: readonly string[];
}

// Nobody listens there.
const hook = { url: 'http://127.0.0.1:9/pins', events: ['*'] };
const dayMs = 86_400_000;
// One transparent pixel.
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Throws what the API answered where it refuses a part. */
export async function newFullWorkspace({ call, url }: ForgettingService, pins = 2): Promise<FullWorkspace> {
  const account = await register(call);
  const { session } = account;
  const { headers: key } = await newKey(call, session);
  const username = `ada-${newId()}`;
  const post = async (path: string, body: object | undefined, headers: Headers = key) => {
    const { status, body: answer } = await call('POST', path, body, headers);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const connected = await connectPlatformUser(call, key, { username });
  const accountId: string = connected.body.account_id;
  const [board] = (await call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, key)).body;
  const draft = { account_id: accountId, board_id: board.id, title: 'Blue door', image_url: 'https://i.example.com/1.jpg' };
  const runAt = new Date(Date.now() + dayMs).toISOString();
  await post('/v1/webhooks', hook);
  for (let n = 0; n < pins; n++) await post('/v1/pins', { ...draft, title: `Door ${n}` });
  await post('/v1/schedules', { ...draft, run_at: runAt });
  const form = new FormData();
  form.set('file', new Blob([png], { type: 'image/png' }), 'door.png');
  const asset = await uploadForm(`${url}/v1/assets/images`, form, key);
  if (asset.status !== 201) throw new Error(`no asset: ${asset.status} ${JSON.stringify(asset.body)}`);
  await post('/v1/pins/imports/json', [{ ...draft, title: 'Imported door' }]);
  await post('/v1/projects/sandbox', undefined, session);
  return {
    ...account,
    ...{ key, accountId, username },
    ids: [account.organizationId, account.userId, account.projectId, sandboxProjectId(account.organizationId), accountId],
  };
}
