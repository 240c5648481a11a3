import qrcode from 'qrcode-generator';
import { html, type SafeHtml } from '../web/web-page';

/** Modules around a code that have to stay light. */
const margin = 4;

/** A text of at most 500 characters as a QR code, SVG without styles or scripts: dark on light whatever the page's colours are. */
export function qrCode(text: string, label: string): SafeHtml {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * margin;
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) => (code.isDark(row, column) ? '1' : '0')).join(''),
  );
  const bars = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ index, 0: { length } }) => `M${index + margin} ${y + margin}h${length}v1h-${length}z`),
  );
  // prettier-ignore
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="240" height="240" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff" /><path d="${bars.join('')}" fill="#000" /></svg>`;
}
