import type { PlatformBoard } from '@pps/platform';
import type { ReconnectCode } from '../tokens/reconnection';

export type VerdictCode =
  'board_not_found' | 'board_deleted' | 'board_not_owned' | 'board_access_denied' | 'sandbox_board_not_allowed' | ReconnectCode;

/** What the platform said of a board. */
export type Finding =
  | { readonly kind: 'usable'; readonly board: PlatformBoard }
  | { readonly kind: 'refused'; readonly code: VerdictCode; readonly board?: PlatformBoard }
  | { readonly kind: 'unknown'; readonly code: 'platform_unavailable' | 'platform_rate_limited'; readonly retryAfterSeconds: number };

interface Checked {
  readonly accountId: string;
  readonly boardId: string;
  readonly message: string;
  readonly checkedAt: string;
  /** `platform`: asked just now; `cache`: a stored answer; `local`: decided without the platform. */
  readonly source: 'cache' | 'platform' | 'local';
}

/** Whether a pin may be published on a board. `skipped`: the platform did not answer, and nothing else forbids it. */
export type Verdict =
  | (Checked & { readonly status: 'ok'; readonly board: PlatformBoard })
  | (Checked & { readonly status: 'failed'; readonly code: VerdictCode; readonly board?: PlatformBoard })
  | (Checked & {
      readonly status: 'skipped';
      readonly code: 'platform_unavailable' | 'platform_rate_limited';
      readonly retryAfterSeconds: number;
    });

export const isPublishable = (verdict: Verdict): boolean => verdict.status !== 'failed';
