import { join } from 'node:path';
import { loadEnvFile } from '../apps/standalone/env-file';
import { PinPublishingError } from 'pin-publishing';
import { DemoFailure } from './demo-failure';
import { runDemoJourney } from './demo-journey';
import { progressLineOn } from './progress-line';
import { readPins } from './read-pins';
import { reportOf } from './report';
import { requireService } from './require-service';
import { startWebhookReceiver } from './webhook-receiver';

async function main([file = join(__dirname, 'pins.csv')]: readonly string[]): Promise<boolean> {
  loadEnvFile();
  const baseUrl = process.env.PUBLIC_URL?.trim() || `http://127.0.0.1:${process.env.PORT?.trim() || '3000'}`;
  const client = await requireService(baseUrl);
  const rows = readPins(file);
  const receiver = await startWebhookReceiver();
  try {
    const { pins, imported, person } = await runDemoJourney(client, baseUrl, rows, receiver, progressLineOn(process.stdout));
    const { lines, complete } = reportOf(rows.length, pins, receiver);
    console.log(
      [...imported, ...lines, `look at it in the console: ${baseUrl}/app/pins, as ${person.email} with ${person.password}`].join('\n'),
    );
    return complete;
  } finally {
    await receiver.stop();
  }
}

main(process.argv.slice(2)).then(
  (complete) => void (process.exitCode = complete ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof DemoFailure || error instanceof PinPublishingError ? error.message : error);
    process.exitCode = 1;
  },
);
