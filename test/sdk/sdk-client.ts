import { ApiError, PinPublishing } from 'pin-publishing';
import { committedModel } from '../../scripts/sdk/document-file';
import type { SdkOperation } from '../../scripts/sdk/sdk-model';
import type { ClientAnswer, GeneratedClient, OperationInput } from '../campaigns/generated-clients/generated-client';

type Method = (...args: readonly unknown[]) => AsyncIterable<unknown> & { withResponse(): Promise<{ status: number; data: unknown }> };

/** The operations of the SDKs, by their ids. */
export const sdkOperations = (): ReadonlyMap<string, SdkOperation> =>
  new Map(committedModel().resources.flatMap(({ operations }) => operations.map((each) => [each.id, each] as const)));

/** The service by the SDK: the operation's method with the arguments that its place and its name say. */
export function sdkClient(baseUrl: string): GeneratedClient {
  const client = new PinPublishing({ baseUrl });
  const operations = sdkOperations();
  return async ({ id }, input, credentials) => {
    const operation = operations.get(id);
    if (!operation) throw new Error(`the SDK has no operation ${id}`);
    const resource = client[operation.resource as 'pins'] as unknown as Readonly<Record<string, Method>>;
    const call = resource[operation.method]?.(...argumentsOf(operation, input), { headers: { ...credentials, ...input.headers } });
    if (!call) throw new Error(`the SDK has no method ${operation.resource}.${operation.method}`);
    try {
      return await answerOf(operation, call);
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: { error: { ...error.context, code: error.code } } };
      throw error;
    }
  };
}

function argumentsOf({ pathParameters, query, body }: SdkOperation, input: OperationInput): readonly unknown[] {
  const path = pathParameters.map(({ name }) => input.path?.[name]);
  if (body?.kind === 'file') return [...path, (input.body as Readonly<Record<string, Blob>>)[body.field]];
  if (body) return [...path, bodyOf(input)];
  return query.length > 0 ? [...path, input.query] : path;
}

/** A parameter that the body has too stands there. */
const bodyOf = ({ body, query = {} }: OperationInput): unknown =>
  Object.keys(query).length === 0 ? body : { ...query, ...(body as object | undefined) };

async function answerOf({ answer, paging }: SdkOperation, call: ReturnType<Method>): Promise<ClientAnswer> {
  if (answer.kind === 'lines' || answer.kind === 'events') {
    const items: unknown[] = [];
    for await (const item of call) items.push(item);
    return { status: 200, body: new Blob(items.map((item) => `${JSON.stringify(item)}\n`)) };
  }
  const { status, data } = await call.withResponse();
  if (answer.kind === 'bytes' || answer.kind === 'text') return { status, body: new Blob([data as Uint8Array<ArrayBuffer>]) };
  const body = paging ? (data as { readonly body: unknown }).body : data;
  // Moments as the walk knows them.
  return { status, body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)) };
}
