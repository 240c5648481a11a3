/** Addresses that no webhook may reach: one of each refused range at least. */
const refusedV4 = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '240.0.0.1',
];
const refusedV6 = [
  '::',
  '::1',
  '64:ff9b:1::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '2001::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];

const octets = (v4: string): number[] => v4.split('.').map(Number);
const hex = (n: number, width = 2): string => n.toString(16).padStart(width, '0');
const asNumber = (v4: string): number => octets(v4).reduce((sum, octet) => sum * 256 + octet, 0);
const fullWidth = (text: string): string =>
  [...text].map((c) => (/[0-9]/.test(c) ? String.fromCodePoint(c.charCodeAt(0) + 0xfee0) : c)).join('');
const groups = (v4: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = octets(v4);
  return `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
};

/** One address as URL parsers and name servers of others have taken it. */
const spellings = (v4: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = octets(v4);
  return [
    v4,
    `${v4}.`,
    String(asNumber(v4)),
    `0x${hex(asNumber(v4), 8)}`,
    `0${asNumber(v4).toString(8)}`,
    [a, b, c, d].map((octet) => `0x${hex(octet)}`).join('.'),
    [a, b, c, d].map((octet) => `0${octet.toString(8)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    fullWidth(v4),
    v4.replaceAll('.', '。'),
    v4.replaceAll('.', '%2e'),
    `[::ffff:${v4}]`,
    `[::ffff:${groups(v4)}]`,
    `[0:0:0:0:0:ffff:${groups(v4)}]`,
    `[::${groups(v4)}]`,
    `[64:ff9b::${groups(v4)}]`,
    `[64:ff9b:1::${groups(v4)}]`,
    `[2002:${groups(v4)}::]`,
  ];
};

const names = ['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', 'metadata.localhost.'];

/** URLs that must not lead to a connection where only public targets are allowed. */
export const refusedTargets: readonly string[] = [
  ...refusedV4.flatMap(spellings).flatMap((host, index) => (index % 3 === 0 ? [`https://${host}:8443/hook`] : [`https://${host}/hook`])),
  ...refusedV6.flatMap((v6) => [`https://[${v6}]/hook`, `https://[${v6.toUpperCase()}]:8443/hook`]),
  ...names.map((name) => `https://${name}/hook`),
  ...['22', '25', '80', '6379', '8080', '0', '65535'].map((port) => `https://example.com:${port}/`),
  ...['user@', ':secret@', 'user:secret@', '127.0.0.1@', 'example.com%40'].map((credentials) => `https://${credentials}example.com/`),
  ...['http', 'ftp', 'file', 'gopher', 'ws', 'data', 'unix', 'HTTP'].map((scheme) => `${scheme}://example.com/`),
  ...['//127.0.0.1/', 'https:127.0.0.1', 'https:/127.0.0.1', 'https://', 'https:///127.0.0.1', 'https://127.0.0.1\\@example.com/'],
  ...['https://[::1%25eth0]/', 'https://[::ffff:127.0.0.1%25lo]/', 'https://1.1.1.1.1/', 'https://256.1.1.1/', 'https://0x100000000/'],
];
