import type { GeneratedClient } from '../generated-clients/generated-client';
import { plainFetch } from '../generated-clients/generators/plain-fetch';
import { walkedOperations } from '../generated-clients/walked-operations';
import { withWalkedInstallation } from '../generated-clients/walked-installation';
import { walkService } from '../generated-clients/walk/walk-service';
import { refuseEach } from './refuse-each';
import { undescribedHeaders } from './undescribed-headers';
import { startPrism } from './start-prism';

export interface DescribedAnswers {
  /** How many answers there were of each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Operations that were answered. */
  readonly operations: number;
  /** What is beside the document, a line each. */
  readonly violations: readonly string[];
}

/**
 * Walks every operation, and lets each refuse in several ways, through a proxy that compares requests and answers with the served document. What is sent to be
 * refused is not compared, only its answer. Files go past the proxy, which breaks their bytes (findings/prism-files.sh).
 */
export async function describedAnswersCampaign(log: (line: string) => void): Promise<DescribedAnswers> {
  return withWalkedInstallation({}, async ({ service, text, document }) => {
    log('installs Prism');
    const prism = await startPrism(text, service.baseUrl);
    try {
      const statuses = new Map<number, number>();
      const answered = new Set<string>();
      const violations = new Set<string>();
      const lookFor =
        (part: RegExp): Look =>
        (operation, response) => {
          const { status, headers } = response;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          answered.add(operation.id);
          for (const violation of violationsIn(headers))
            if (part.test(violation)) violations.add(`${operation.id} ${status}: ${violation}`);
          for (const header of undescribedHeaders(document, operation, response))
            violations.add(`${operation.id} ${status}: header ${header}`);
        };
      const operations = walkedOperations(document);
      log('walks every operation');
      const [proxied, past] = [plainFetch(prism.url, lookFor(/^/)), plainFetch(service.baseUrl)];
      const client: GeneratedClient = (operation, ...called) => (operation.takesFile ? past : proxied)(operation, ...called);
      const { steps, broken } = await walkService(client, operations, service);
      for (const { operation, fault } of steps) if (fault !== null) violations.add(`${operation.id}: ${fault}`);
      log('lets every operation refuse');
      await refuseEach(plainFetch(prism.url, lookFor(/^response/)), operations, service.baseUrl);
      return { statuses, operations: answered.size, violations: [...violations, ...broken] };
    } finally {
      await prism.stop();
    }
  });
}

type Look = NonNullable<Parameters<typeof plainFetch>[1]>;

interface Violation {
  readonly location: readonly (string | number)[];
  readonly message: string;
}

function violationsIn(headers: Headers): readonly string[] {
  const told = headers.get('sl-violations');
  if (told === null) return [];
  if (!told.startsWith('[')) return [told.slice(0, 300)];
  return (JSON.parse(told) as readonly Violation[]).map(({ location, message }) => `${location.join('.')} ${message}`);
}
