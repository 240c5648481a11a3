import { createV5Platform } from '@pps/platform';
import { Agent } from 'undici';
import { connect } from '../apps/simulators/testing';
import { closedLoad } from './open-load';
import { median } from './percentile';

export interface OverheadOptions {
  readonly apiUrl: string;
  readonly simulators: string;
  readonly rounds: number;
  readonly seconds: number;
}

interface Way {
  readonly call: string;
  readonly inFlight: number;
  readonly bare: () => Promise<boolean>;
  readonly adapter: () => Promise<boolean>;
}

/** The same calls to the same simulator, bare (request, answer read and parsed) and through the adapter, alternately. */
export async function adapterOverhead({ apiUrl, simulators, rounds, seconds }: OverheadOptions): Promise<object[]> {
  const { accessToken, boardId } = await connect(simulators, 'overhead');
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const platform = createV5Platform({ apiUrl, oauthUrl: apiUrl, clientId: 'app', clientSecret: 'app-secret' });
  const bareCall = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const url = new URL(`${apiUrl}${path}`);
    const { statusCode, body: answer } = await agent.request({
      origin: url.origin,
      path: url.pathname,
      method,
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    return (await answer.json()) !== null && statusCode < 300;
  };
  const url = 'https://images.example.com/a.jpg';
  const pin = { board_id: boardId, title: 'Sea', media_source: { source_type: 'image_url', url } };
  const draft = { boardId, title: 'Sea', media: { kind: 'image_url', url } as const };
  const calls = {
    getBoard: {
      bare: () => bareCall('GET', `/boards/${boardId}`),
      adapter: async () => (await platform.getBoard(accessToken, boardId)).value.id === boardId,
    },
    createPin: {
      bare: () => bareCall('POST', '/pins', pin),
      adapter: async () => (await platform.createPin(accessToken, draft)).value.id !== '',
    },
  };
  const ways: Way[] = [1, 16].flatMap((inFlight) => Object.entries(calls).map(([call, both]) => ({ call, inFlight, ...both })));
  await fetch(`${simulators}/platform/_control/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rate_limits: { org_read: 100_000_000, org_write: 100_000_000 } }),
  });
  const rows: object[] = [];
  for (const { call, inFlight, bare, adapter } of ways) {
    const seen: { bare: number[]; adapter: number[] } = { bare: [], adapter: [] };
    for (let round = 0; round <= rounds; round++)
      for (const [kind, send] of [
        ['bare', bare],
        ['adapter', adapter],
      ] as const) {
        const { perSecond, failures } = await closedLoad(seconds, inFlight, send);
        if (failures > 0) throw new Error(`${call}, ${kind}: ${failures} calls failed`);
        if (round > 0) seen[kind].push(perSecond);
      }
    const [bareRate, adapterRate] = [median(seen.bare), median(seen.adapter)];
    rows.push({
      call,
      'in flight': inFlight,
      'bare per second': Math.round(bareRate),
      'adapter per second': Math.round(adapterRate),
      'adapter adds µs per call': Math.round((1e6 / adapterRate - 1e6 / bareRate) * 10) / 10,
    });
  }
  await platform.close();
  await agent.close();
  return rows;
}
