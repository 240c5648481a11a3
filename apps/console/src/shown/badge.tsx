const tones: Readonly<Record<string, string>> = {
  published: 'good',
  delivered: 'good',
  healthy: 'good',
  done: 'good',
  failed: 'bad',
  exhausted: 'bad',
  revoked: 'bad',
  reconnect_required: 'bad',
  deferred: 'warn',
  held: 'warn',
};

/** A state in words; its colour says nothing that the word does not. */
export function Badge({ children }: { readonly children: string }) {
  return <span className={`badge ${tones[children] ?? ''}`}>{children.replaceAll('_', ' ')}</span>;
}
