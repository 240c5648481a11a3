import { consoleRoot } from './console-root';

const days = 30;
const attributes = `; Path=${consoleRoot}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;

/** Says to the service that links should lead here and not to its pages without scripts; it grants nothing. */
export function setMarker(): void {
  document.cookie = `pps_console=1; Max-Age=${days * 86_400}${attributes}`;
}

export function dropMarker(): void {
  document.cookie = `pps_console=; Max-Age=0${attributes}`;
}

export const hasMarker = (): boolean => document.cookie.split(/; */).includes('pps_console=1');
