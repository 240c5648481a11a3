import type { Connection } from './connection.state';

export type AccountHealth = 'healthy' | 'reconnect_required' | 'revoked';

export const accountHealth = ({ revokedAt, reconnectReason }: Pick<Connection, 'revokedAt' | 'reconnectReason'>): AccountHealth =>
  revokedAt !== null ? 'revoked' : reconnectReason !== null ? 'reconnect_required' : 'healthy';
