import { checkpointText, leafHashOf } from '@pps/audit';
import { rootOfLeaves } from '@pps/audit/testing';
import type { KeyObject } from 'node:crypto';
import { sign } from 'node:crypto';
import { uglyValue } from './ugly-value';

/** One line of an export. */
export interface HistoryLine {
  event_id: string;
  stream: string;
  revision: number;
  type: string;
  data: unknown;
  metadata: { projectId: string; actor: unknown; [name: string]: unknown };
  actor: unknown;
  position: number;
  recorded_at: string;
  leaf_index: number;
  leaf_hash: string;
}

export interface MadeHistory {
  readonly workspaceId: string;
  readonly lines: readonly HistoryLine[];
  readonly checkpoints: readonly {
    readonly size: number;
    readonly root_hash: string;
    readonly key_id: string;
    readonly signature: string;
  }[];
}

export const leafOfLine = ({ event_id: id, stream, revision, type, data, metadata }: HistoryLine): string =>
  leafHashOf({ id, stream, revision, type, data, metadata: metadata as never }).toString('hex');

/** A history of facts as ugly as JSON allows, with a checkpoint after each of these sizes. */
export function makeHistory(
  random: () => number,
  {
    workspaceId,
    sizes,
    keyId,
    key,
  }: { readonly workspaceId: string; readonly sizes: readonly number[]; readonly keyId: string; readonly key: KeyObject },
): MadeHistory {
  const size = Math.max(...sizes);
  const lines = Array.from({ length: size }, (_, index) => {
    const actor = { type: 'api_key', id: uuidOf(random) };
    const line: HistoryLine = {
      position: index * 7,
      event_id: uuidOf(random),
      stream: `pin-${Math.floor(index / 3)}`,
      revision: index % 3,
      type: 'PinQueued',
      recorded_at: '2026-11-20T10:00:00.000Z',
      actor,
      data: { title: `Door ${index}`, value: uglyValue(random, 3) },
      metadata: { projectId: workspaceId, actor, occurredAt: '2026-11-20T10:00:00.000Z', schemaVersion: 1 },
      leaf_index: index,
      leaf_hash: '',
    };
    return { ...line, leaf_hash: leafOfLine(line) };
  });
  const checkpoints = sizes.map((covered) => {
    const root = rootOfLeaves(lines.slice(0, covered).map(({ leaf_hash }) => Buffer.from(leaf_hash, 'hex')));
    const signature = sign(null, Buffer.from(checkpointText({ treeId: workspaceId, size: covered, root })), key).toString('base64');
    return { size: covered, root_hash: root.toString('hex'), key_id: keyId, signature };
  });
  return { workspaceId, lines, checkpoints };
}

export const uuidOf = (random: () => number): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(random() * 16).toString(16));
