const most = 300;

/** A text that others wrote: never markup, its direction its own, and cut where it is longer than anybody reads. */
export function Text({ children, length = most }: { readonly children: string; readonly length?: number }) {
  if (children.length <= length) return <bdi>{children}</bdi>;
  const head = children.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '');
  return (
    <bdi title={`${children.length.toLocaleString('en')} characters`}>
      {head}
      <span className="cut">…</span>
    </bdi>
  );
}
