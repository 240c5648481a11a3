/** A call of an operation, as its examples have it. */
export interface SampledCall {
  readonly method: string;
  readonly url: string;
  /** The name of a header, and the environment variable that holds its value, with what stands before it. */
  readonly credential: { readonly header: string; readonly before: string; readonly variable: string } | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Of JSON; undefined where none is sent. */
  readonly body: unknown;
  /** The name of a file that is sent as the field `file` of a form. */
  readonly file: string | null;
  /** Whether what is answered is JSON. */
  readonly answersJson: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

type Content = Readonly<Record<string, { readonly example?: unknown }>>;

export interface SampledOperation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

const files: ReadonlyMap<string, string> = new Map([
  ['importCsv', 'pins.csv'],
  ['uploadVideo', 'door.mp4'],
]);

/** The call of an operation at a server, made of its examples. */
export function sampledCall(server: string, path: string, method: string, operation: SampledOperation): SampledCall {
  const { operationId, security = [], parameters = [], requestBody, responses } = operation;
  const given = (place: string) => parameters.filter((each) => each.in === place && each.example !== undefined);
  const textOf = ({ example }: Parameter) => encodeURIComponent(String(example));
  const asked = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = given('path').find((each) => each.name === name);
    return parameter ? textOf(parameter) : whole;
  });
  const query = given('query').map((each) => `${each.name}=${textOf(each)}`);
  const body = requestBody?.content['application/json']?.example;
  const isForm = requestBody?.content['multipart/form-data'] !== undefined;
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) => (Number(status) < 300 ? Object.keys(content) : []));
  return {
    method: method.toUpperCase(),
    url: `${server.replace(/\/$/, '')}${asked}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    credential: credentialOf(security),
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body,
    file: isForm ? (files.get(operationId) ?? 'door.png') : null,
    answersJson: answers.includes('application/json'),
  };
}

function credentialOf(security: NonNullable<SampledOperation['security']>): SampledCall['credential'] {
  if (security.some((each) => 'X-API-Key' in each)) return { header: 'X-API-Key', before: '', variable: 'API_KEY' };
  if (security.length > 0) return { header: 'Authorization', before: 'Bearer ', variable: 'ACCESS_TOKEN' };
  return null;
}
