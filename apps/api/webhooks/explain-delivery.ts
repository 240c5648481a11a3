import type { DeliveryRow } from '@pps/webhooks';

type Explained = Pick<DeliveryRow, 'status' | 'attemptCount' | 'lastStatusCode' | 'lastError' | 'nextAttemptAt'>;

/** One sentence or two on where a delivery stands: what came back, and why and when it is tried again. */
export function explainDelivery({ status, attemptCount, lastStatusCode, lastError, nextAttemptAt }: Explained): string {
  const answer = lastStatusCode === null ? (lastError ?? 'no answer came') : `the endpoint answered ${lastStatusCode}`;
  const failed = attemptCount === 0 ? '' : `Attempt ${attemptCount}: ${answer}. `;
  switch (status) {
    case 'delivered':
      return `Attempt ${attemptCount} succeeded: ${answer}.`;
    case 'exhausted':
      return `${failed}No attempt is left; redelivery begins a new series.`;
    case 'held':
      return `${failed}The webhook is disabled; it is sent when the webhook is enabled again.`;
    case 'pending': {
      const due = nextAttemptAt ?? 'once';
      if (attemptCount === 0) return `It is due at ${due}.`;
      if (isSuccess(lastStatusCode) && nextAttemptAt)
        return `Attempt ${attemptCount} succeeded: ${answer}. It was asked for again and is due at ${nextAttemptAt}.`;
      return `${failed}Only 2xx is success, so it is tried again at ${due}.`;
    }
  }
}

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

export interface Endpoint {
  readonly url: string;
  /** Of the client's own headers. */
  readonly headerNames: readonly string[];
}

/** A command for a POSIX shell that sends the body to the URL by hand; it carries no signature, and of the client's own headers the names alone. */
export function curlOf({ url, headerNames }: Endpoint, { event, id }: Pick<DeliveryRow, 'event' | 'id'>, payload: object): string {
  const own = headerNames.map((name) => `${name}: <your value>`);
  const headers = ['Content-Type: application/json', `X-Service-Event: ${event}`, `X-Service-Delivery-ID: ${id}`, ...own];
  const parts = [
    'curl -X POST',
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data-raw ${quoted(JSON.stringify(payload))}`,
    quoted(url),
  ];
  return parts.join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
