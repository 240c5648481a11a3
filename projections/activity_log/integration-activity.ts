import { boardStream, connectionStream, sandboxBoardsStream, type BoardFact, type SandboxBoardFact } from '@pps/connections/events';
import { factsOf, streamId, type RecordedFact } from '@pps/event-store';
import { webhookStream, type WebhookFact } from '@pps/webhooks/events';
import { activitySource, type Activity } from './activity';

/** Platform accounts; the refreshing of their tokens is left out. */
const accountActivities = activitySource(
  factsOf(connectionStream, 'AccountConnected', 'AccountReconnected', 'ReconnectRequired', 'AccountRevoked'),
  (fact): Activity => {
    const { accountId } = fact.data;
    const resource = { resourceType: 'account', resourceId: accountId, accountId, status: 'success' } as const;
    switch (fact.type) {
      case 'AccountConnected':
        return {
          ...resource,
          action: 'account.connected',
          message: 'A platform account was connected.',
          metadata: { scopes: fact.data.scopes },
        };
      case 'AccountReconnected':
        return {
          ...resource,
          action: 'account.reconnected',
          message: 'The platform account was connected again.',
          metadata: { scopes: fact.data.scopes },
        };
      case 'ReconnectRequired': {
        const { reason } = fact.data;
        const message = `The platform no longer accepts the account's token (${reason}); it has to be connected again.`;
        return { ...resource, action: 'account.reconnect_required', status: 'failed', message, metadata: { reason } };
      }
      case 'AccountRevoked':
        return { ...resource, action: 'account.revoked', message: 'The platform account was disconnected.' };
    }
  },
);

/** Boards at the platform. */
const boardActivities = activitySource(factsOf(boardStream), (fact: RecordedFact<BoardFact>): Activity => {
  const { boardId, accountId } = fact.data;
  const resource = { resourceType: 'board', resourceId: boardId, accountId, status: 'success' } as const;
  switch (fact.type) {
    case 'BoardCreated':
      return { ...resource, action: 'board.created', message: 'A board was created.', metadata: { privacy: fact.data.privacy } };
    case 'BoardUpdated': {
      const { fields, privacy } = fact.data;
      const metadata = { changed: fields, ...(privacy && { privacy }) };
      return { ...resource, action: 'board.updated', message: `A board was changed: ${fields.join(', ')}.`, metadata };
    }
    case 'BoardDeleted':
      return { ...resource, action: 'board.deleted', message: 'A board was deleted.' };
  }
});

/** Boards of a sandbox. */
const sandboxBoardActivities = activitySource(factsOf(sandboxBoardsStream), (fact: RecordedFact<SandboxBoardFact>): Activity => {
  const resource = { resourceType: 'board', resourceId: fact.data.boardId, status: 'success' } as const;
  switch (fact.type) {
    case 'SandboxBoardCreated': {
      const { accountId, privacy } = fact.data;
      return { ...resource, accountId, action: 'board.created', message: 'A simulated board was created.', metadata: { privacy } };
    }
    case 'SandboxBoardUpdated':
      return { ...resource, action: 'board.updated', message: 'A simulated board was changed.' };
    case 'SandboxBoardDeleted':
      return { ...resource, action: 'board.deleted', message: 'A simulated board was deleted.' };
  }
});

const disabledWords = {
  requested: 'The webhook was disabled.',
  gone: 'The webhook was disabled, because its endpoint answered 410.',
  failing: 'The webhook was disabled, because every attempt had failed for days.',
  key_revoked: 'The webhook was disabled, because the API key that made it was revoked.',
} as const;

/** Webhooks; each delivery is in the webhook's own list. */
const webhookActivities = activitySource(factsOf(webhookStream), (fact: RecordedFact<WebhookFact>): Activity => {
  const resource = { resourceType: 'webhook', resourceId: streamId(webhookStream, fact.stream) ?? fact.stream, status: 'success' } as const;
  switch (fact.type) {
    case 'WebhookCreated': {
      const { events, accountIds = null, isEnabled } = fact.data;
      const metadata = { events, platform_account_ids: accountIds, is_enabled: isEnabled };
      return { ...resource, action: 'webhook.created', message: 'A webhook was made.', metadata };
    }
    case 'WebhookUpdated': {
      const { url, events, accountIds, headersRef, headerNames, publicKey } = fact.data;
      const changed = [
        ...(url === undefined ? [] : ['url']),
        ...(events ? ['events'] : []),
        ...(accountIds === undefined ? [] : ['accounts']),
        ...(headersRef === undefined ? [] : ['headers']),
        ...(publicKey === undefined ? [] : ['key pair']),
      ];
      const metadata = {
        changed,
        ...(events && { events }),
        ...(accountIds === undefined ? {} : { platform_account_ids: accountIds }),
        ...(headersRef === undefined ? {} : { header_names: headerNames ?? [] }),
      };
      return { ...resource, action: 'webhook.updated', message: `The webhook was changed: ${changed.join(', ')}.`, metadata };
    }
    case 'WebhookSecretRotated':
      return { ...resource, action: 'webhook.secret_rotated', message: "The webhook's secret was changed." };
    case 'WebhookDisabled': {
      const { reason } = fact.data;
      const status = reason === 'requested' ? 'success' : 'failed';
      return { ...resource, status, action: 'webhook.disabled', message: disabledWords[reason], metadata: { reason } };
    }
    case 'WebhookEnabled':
      return { ...resource, action: 'webhook.enabled', message: 'The webhook was enabled.' };
    case 'WebhookFailing': {
      const message = 'Every delivery to the webhook failed for a day.';
      return { ...resource, status: 'failed', action: 'webhook.failing', message, metadata: { since: fact.data.since } };
    }
    case 'WebhookHeldDropped': {
      const { count, firstSequence, lastSequence } = fact.data;
      const metadata = { count, first_sequence: firstSequence, last_sequence: lastSequence };
      return {
        ...resource,
        status: 'failed',
        action: 'webhook.deliveries_dropped',
        message: 'Deliveries held for 90 days were dropped.',
        metadata,
      };
    }
    case 'WebhookRecovered':
      return { ...resource, action: 'webhook.recovered', message: 'A delivery to the webhook succeeded again.' };
    case 'WebhookDeleted':
      return { ...resource, action: 'webhook.deleted', message: 'The webhook was deleted.' };
  }
});

/** What connects a project with others. */
export const integrationActivity = [accountActivities, boardActivities, sandboxBoardActivities, webhookActivities];
