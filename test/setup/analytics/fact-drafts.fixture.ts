/** Whose generated facts are: all projects but the last belong to organizations of their own, the last one to that of the first. */
export interface GeneratedProject {
  readonly projectId: string;
  readonly organizationId: string;
  readonly accountIds: readonly string[];
  readonly webhookId: string;
}

/** A fact before it has its place in the log. */
export interface FactDraft {
  readonly stream: string;
  readonly type: string;
  readonly data: object;
  readonly at: number;
  readonly project: GeneratedProject;
}

/** A moment of milliseconds since 1970 as facts have it. */
export const iso = (ms: number): string => new Date(ms).toISOString();
/** `yyyy-mm` */
export const monthOf = (ms: number): string => iso(ms).slice(0, 7);
/** The same id for the same kind (a hexadecimal digit) and number. */
export const uuid = (kind: string, n: number): string => `${kind.repeat(8)}-0000-5000-8000-${n.toString(16).padStart(12, '0')}`;
