import { ConnectionError, PinPublishing } from 'pin-publishing';
import { DemoFailure } from './demo-failure';

/** A client of the service; throws DemoFailure unless it is there and ready to work. */
export async function requireService(baseUrl: string): Promise<PinPublishing> {
  const client = new PinPublishing({ baseUrl });
  const { status } = await client.service
    .getReadiness({ maxRetries: 0, timeoutMs: 20_000 })
    .withResponse()
    .catch((error: { readonly status?: number }) => {
      if (error instanceof ConnectionError)
        throw new DemoFailure(
          `No service answers at ${baseUrl}: run \`npm start\` first, in another terminal, or set PORT here to the port that it printed.`,
        );
      return { status: error.status };
    });
  if (status !== 200) throw new DemoFailure(`What answers at ${baseUrl} is not a ready service (${status} from /health/ready).`);
  return client;
}
