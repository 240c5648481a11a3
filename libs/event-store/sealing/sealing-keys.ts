/** Seals and opens with one subject's key. `context` is authenticated: what was sealed for one place opens at no other. */
export interface SubjectSealer {
  seal(plain: Buffer, context: string): Buffer;
  /** Throws for what was sealed with another key or for another context, and for what is damaged. */
  open(sealed: Buffer, context: string): Buffer;
  /** 32 bytes for one context alone: they tell nothing about the subject's key or those of other contexts. */
  keyFor(context: string): Buffer;
}

/** Keys of those whose words the log holds, by subject: `organization:<id>` or `user:<id>`. The hosts give an implementation. */
export interface SealingKeys {
  /** Makes the subject's key when it has none yet; null once the subject was forgotten. Throws while the keys cannot be read. */
  toSeal(subject: string): Promise<SubjectSealer | null>;
  /** Of at most 1,000 subjects at once; those without a key, because they were forgotten, are absent. Throws while the keys cannot be read. */
  toOpen(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectSealer>>;
}
