import { pause } from '@pps/concurrency';
import { newId } from '@pps/kernel';
import { processesOf } from '../test/operations/standalone/processes-of';
import { Readable } from 'node:stream';
import { Client } from 'undici';
import { videoFile } from '@pps/assets/testing';
import { residentMib } from './resident-mib';
import { serviceUnderLoad } from './service-under-load';

// Resident memory of the API while the largest videos that may be uploaded come in, one alone and several at once.

const largestBytes = 200 * 1024 * 1024;
const chunk = Buffer.alloc(256 * 1024, 7);
const sampleMs = 20;

export async function run(): Promise<void> {
  const under = await serviceUnderLoad({});
  const { service, headers } = under;
  try {
    await upload(service.apiPort, headers, videoFile().length);
    const api = processesOf(service.dataDir).find(({ command }) => command.includes('apps/api/'))?.pid;
    if (api === undefined) throw new Error('the API does not run');
    const rows = [];
    for (const atOnce of [1, 4]) {
      const before = residentMib(api);
      const watch = new AbortController();
      const peak = peakOf(api, watch.signal);
      const begun = performance.now();
      await Promise.all(Array.from({ length: atOnce }, () => upload(service.apiPort, headers, largestBytes)));
      const seconds = (performance.now() - begun) / 1_000;
      watch.abort();
      rows.push({ 'uploads of 200 MiB at once': atOnce, 'MiB before': before, 'MiB at most': await peak, seconds: seconds.toFixed(1) });
    }
    console.table(rows);
  } finally {
    await under.stop();
  }
}

/** A film of exactly so many bytes, the form around it aside, sent as it is made. */
async function upload(port: number, headers: Readonly<Record<string, string>>, bytes: number): Promise<void> {
  const boundary = newId();
  const start = videoFile({ bytes: Buffer.alloc(0) });
  const filling = bytes - start.length;
  start.writeUInt32BE(filling + 8, start.length - 8);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\ncontent-type: video/mp4\r\n\r\n`;
  async function* body() {
    yield Buffer.concat([Buffer.from(head), start]);
    for (let left = filling; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const client = new Client(`http://127.0.0.1:${port}`);
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const answer = await client.request({
    method: 'POST',
    path: '/v1/assets/videos',
    headers: { ...headers, ...type },
    body: Readable.from(body()),
  });
  const text = await answer.body.text();
  await client.close();
  if (answer.statusCode !== 201) throw new Error(`an upload was answered ${answer.statusCode}: ${text}`);
}

async function peakOf(pid: number, signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, residentMib(pid));
    await pause(sampleMs, signal);
  }
  return peak;
}
