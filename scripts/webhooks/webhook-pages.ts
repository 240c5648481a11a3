import { webhookEvents, type EventData } from '@pps/webhooks';
import { readFileSync } from 'node:fs';

const page = 'docs/webhooks.md';

/** The files that are written from the table of webhook events, each with its text. */
export const webhookPages = (): Readonly<Record<string, string>> => ({
  [page]: withEventRows(readFileSync(page, 'utf8')),
  'libs/webhook-receiver/received-event.ts': receivedEvent(),
});

/** The page with a row for each event in its table of events. */
function withEventRows(text: string): string {
  const rows = Object.entries(webhookEvents).map(([event, { description }]) => `| \`${event}\` | ${withMarkedFields(description)} |\n`);
  return text.replace(/(\| event \| when \|\n\|---\|---\|\n)(?:\|.*\n)*/, (_, head: string) => head + rows.join(''));
}

const withMarkedFields = (text: string): string => text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (field) => `\`${field}\``);

function receivedEvent(): string {
  const eventsOf = new Map<EventData, string[]>();
  for (const [event, { data }] of Object.entries(webhookEvents)) eventsOf.set(data, [...(eventsOf.get(data) ?? []), `'${event}'`]);
  const members = [...eventsOf].map(([{ typeName }, events]) => `\n  | Envelope<${events.join(' | ')}, ${typeName}>`);
  return `// Written by \`npm run docs webhooks\`.

/** What every message has beside its \`type\` and \`data\`. */
interface Envelope<Type extends string, Data> {
  /** The same over retries, redelivery and replay: store it and ignore what was seen. */
  readonly id: string;
  readonly type: Type;
  readonly event: Type;
  readonly timestamp: string;
  /** Counts 1, 2, 3 … for each webhook; 0 for a test. */
  readonly sequence: number;
  readonly workspace_id: string;
  readonly data: Data;
}

${[...eventsOf.keys()].map(dataType).join('\n')}
/** A verified message: \`switch (event.type)\` gives \`event.data\` its type. Types that a later release adds arrive too, so a switch needs a default. */
export type ReceivedEvent =${members.join('')};
`;
}

function dataType({ typeName, fields }: EventData): string {
  const lines = Object.entries(fields).map(([name, schema]) => `  readonly ${name}: ${typeOf(schema)};\n`);
  return `export interface ${typeName} {\n${lines.join('')}}\n`;
}

/** The TypeScript type of the values that a JSON Schema allows. */
function typeOf(schema: { readonly type?: string | readonly string[]; readonly enum?: readonly (string | number)[] }): string {
  if (schema.enum) return schema.enum.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.map((type) => (type === 'integer' ? 'number' : type)).join(' | ');
}
