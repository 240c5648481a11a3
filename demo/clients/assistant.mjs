// An assistant that publishes nothing by itself, with the official client of the Model Context Protocol: it signs its person in, proposes three pins, and the
// person agrees to two on the page. `npm run demo:assistant -- http://127.0.0.1:3000`; needs a service of `npm start`, whose network is simulated.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const redirectUri = 'http://127.0.0.1:9/callback';

export async function walkAssistant(baseUrl, say) {
  const person = { email: `demo-${randomUUID()}@example.com`, password: randomBytes(18).toString('base64url') };
  const browser = openBrowser(baseUrl);
  const accountId = await registerAndConnect(baseUrl, person);
  say('somebody registered and connected an account of the network');

  const { client, finish } = await signInProgram(new URL('/mcp?toolsets=all', baseUrl));
  await finish(async (question) => {
    const asking = await browser.form('oauth/authorize', { request: field(await browser.open(question), 'request'), ...person });
    // The sandbox is chosen at first, the way to publish is "propose"; this person wants pins in the production project.
    const project = /name="project" value="([0-9a-f-]{36})"/.exec(asking.text)?.[1];
    const ticked = { answer: 'approve', project, scope_read: 'on', scope_write: 'on', days: '1', mode: 'propose' };
    return (await browser.form('oauth/authorize/answer', { ticket: field(asking, 'ticket'), ...ticked })).location;
  });
  say('a program asked to act for them with the address of /mcp alone; it may propose');

  const { boards } = await call(client, 'list_boards', { account_id: accountId });
  const pins = ['A blue door', 'A red door', 'An oak door'].map((title) => ({
    ...{ account_id: accountId, board_id: boards[0].id, title },
    image_url: 'https://images.example.com/door.jpg',
  }));
  const { proposal } = await call(client, 'create_pins', { pins });
  say(`it proposed ${proposal.total_items} pins; nothing is published: ${proposal.link}`);

  let page = await browser.form('app/proposal', { id: proposal.id, ...person });
  for (const answer of ['approve 1', 'approve 2', 'decline 3'])
    page = await browser.form('app/proposal/answer', { ...hiddenFields(page), answer });
  const { items, proposal: decided } = await call(client, 'get_proposal', { id: proposal.id });
  say(
    `on that page the person agreed to ${decided.approved_items} and declined ${decided.total_items - decided.approved_items - decided.open_items}`,
  );
  const { timeline } = await call(client, 'get_pin', { id: items[0].pin_id });
  const told = timeline.map(({ outside_text: { message } }) => message).find((message) => message.includes('agreed'));
  say(`the story of the first says: ${told}`);
  await client.close();
  return items.map(({ status }) => status);
}

async function registerAndConnect(baseUrl, person) {
  const send = async (path, init) => {
    const response = await fetch(new URL(path, baseUrl), { ...init, signal: AbortSignal.timeout(20_000) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const headers = { 'content-type': 'application/json' };
  const registered = await send('/v1/auth/register', {
    method: 'POST',
    headers,
    body: JSON.stringify({ full_name: 'Demo Gardener', ...person }),
  });
  const authorization = `Bearer ${registered.access_token}`;
  const { authorization_url: consent } = await send('/v1/platform/oauth/start', { headers: { authorization } });
  if (new URL(consent).hostname.endsWith('pinterest.com')) throw new Error('The service is set up for the real network.');
  const agreed = new URLSearchParams({ decision: 'approve', username: `demo-${randomBytes(4).toString('hex')}` });
  const { headers: back } = await fetch(consent, { method: 'POST', body: agreed, redirect: 'manual', signal: AbortSignal.timeout(20_000) });
  const { search } = new URL(back.get('location') ?? '');
  return (await send(`/v1/platform/oauth/callback${search}`, { headers: { accept: 'application/json' } })).account_id;
}

/** The official client, from its first refusal to its tokens; `finish` is given who answers the question in a browser. */
async function signInProgram(address) {
  const kept = {};
  const authProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Demo assistant', redirect_uris: [redirectUri] },
    state: () => randomUUID(),
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (question) => void (kept.question = question),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => void (kept.discovered = state),
    discoveryState: () => kept.discovered,
  };
  const transport = () => new StreamableHTTPClientTransport(address, { authProvider });
  const client = new Client({ name: 'demo-assistant', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport()).catch((error) => {
    if (!kept.question) throw error;
  });
  return {
    client,
    async finish(answer) {
      await transport().finishAuth(new URL(await answer(kept.question)).searchParams);
      await client.connect(transport());
    },
  };
}

async function call(client, name, args) {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(`${name}: ${content.map(({ text }) => text).join('\n')}`);
  return structuredContent;
}

/** A browser without scripts, which keeps cookies and follows nothing by itself. */
function openBrowser(baseUrl) {
  const cookies = new Map();
  const send = async (address, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const signal = AbortSignal.timeout(20_000);
    const response = await fetch(address, { ...init, headers: cookie ? { cookie } : {}, redirect: 'manual', signal });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return { text: await response.text(), location: response.headers.get('location') };
  };
  return {
    open: (address) => send(address),
    form: (path, fields) => send(new URL(`/${path}`, baseUrl), { method: 'POST', body: new URLSearchParams(fields) }),
  };
}

const field = ({ text }, name) => {
  const [, value] = new RegExp(`name="${name}" value="([^"]+)"`).exec(text) ?? [];
  if (value === undefined) throw new Error(`the page has no ${name}: ${text.replace(/<[^>]+>|\s+/g, ' ').slice(0, 300)}`);
  return value;
};

/** What a form sends along: the sign-in, and which items the person was shown. */
const hiddenFields = ({ text }) =>
  Object.fromEntries([...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, ...named]) => named));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s`;
  const baseUrl = process.argv[2] ?? process.env.PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
  const statuses = await walkAssistant(baseUrl, (what) => console.log(`${seconds()}  ${what}`));
  process.exitCode = statuses.join() === 'approved,approved,declined' ? 0 : 1;
}
