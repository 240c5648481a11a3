/** The picture that the service drew, drawn again: its text is never taken as markup. Nothing where it is none. */
export function QrCode({ svg }: { readonly svg: string }) {
  const [, size] = /viewBox="0 0 (\d{1,3}) \d{1,3}"/.exec(svg) ?? [];
  const [, path] = /<path d="([Mhvz\d -]{1,200000})"/.exec(svg) ?? [];
  if (size === undefined || path === undefined) return null;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="240" height="240" role="img" aria-label="QR code" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
