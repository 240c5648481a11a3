import { resolveAllowedAddresses, targetUrl, type Address, type Resolve } from './target-url';

const noNames: Resolve = async () => [];
const checked = (text: string, policy: 'any' | 'public', resolve = noNames) => {
  const target = targetUrl(text, policy);
  return 'problem' in target ? Promise.reject(new Error(target.problem)) : resolveAllowedAddresses(target.url, policy, 'project', resolve);
};
const resolvesTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address): Address => ({ address, family: address.includes(':') ? 6 : 4 }));
const unreachable = 'The URL cannot be reached';

describe('targets of webhooks, public', () => {
  it.each([
    ['127.0.0.1'],
    ['2130706433'],
    ['0x7f000001'],
    ['0x7f.1'],
    ['0177.0.0.1'],
    ['127.1'],
    ['１２７.０.０.１'],
    ['127.0.0.1.'],
    ['[::1]'],
    ['[::]'],
    ['[::ffff:127.0.0.1]'],
    ['[::ffff:7f00:1]'],
    ['[::ffff:10.1.2.3]'],
    ['[::7f00:1]'],
    ['[64:ff9b::7f00:1]'],
    ['[64:ff9b:1::1]'],
    ['[2002:7f00:1::]'],
    ['[2001:0:1::1]'],
    ['[2001:db8::1]'],
    ['[3fff::1]'],
    ['[100::1]'],
    ['[fc00::1]'],
    ['[fdff::1]'],
    ['[fe80::1]'],
    ['[fec0::1]'],
    ['[ff02::1]'],
    ['0.0.0.0'],
    ['0'],
    ['10.255.255.255'],
    ['100.64.0.1'],
    ['100.127.255.255'],
    ['169.254.169.254'],
    ['172.16.0.1'],
    ['172.31.255.255'],
    ['192.0.0.8'],
    ['192.0.2.1'],
    ['192.88.99.1'],
    ['192.168.1.1'],
    ['198.18.0.1'],
    ['198.19.255.255'],
    ['198.51.100.1'],
    ['203.0.113.1'],
    ['224.0.0.1'],
    ['240.0.0.1'],
    ['255.255.255.255'],
  ])('refuse https://%s/', async (host) => {
    await expect(checked(`https://${host}/hook`, 'public')).rejects.toThrow(unreachable);
  });

  it.each([['1.1.1.1'], ['100.63.255.255'], ['100.128.0.1'], ['172.32.0.1'], ['198.20.0.1'], ['[2606:4700::1111]'], ['[::ffff:1.1.1.1]']])(
    'take https://%s/',
    async (host) => {
      await expect(checked(`https://${host}:8443/hook`, 'public')).resolves.toHaveLength(1);
    },
  );

  it('refuse a name when only one of its addresses is not public, in the words for a name that is unknown', async () => {
    const mixed = checked('https://example.com/', 'public', resolvesTo('93.184.216.34', '::ffff:192.168.0.1'));
    await expect(mixed).rejects.toThrow(unreachable);
    await expect(checked('https://example.com/', 'public', resolvesTo())).rejects.toThrow(unreachable);
    const failing = () => Promise.reject(new Error('ENOTFOUND secret.internal'));
    await expect(checked('https://example.com/', 'public', failing)).rejects.toThrow(unreachable);
    await expect(checked('https://example.com/', 'public', resolvesTo('93.184.216.34'))).resolves.toEqual([
      { address: '93.184.216.34', family: 4 },
    ]);
  });

  it('look a name up without its trailing dot', async () => {
    const asked: string[] = [];
    const resolve: Resolve = async (host) => (asked.push(host), [{ address: '127.0.0.1', family: 4 }]);
    await expect(checked('https://localhost./', 'public', resolve)).rejects.toThrow(unreachable);
    expect(asked).toEqual(['localhost']);
  });

  it.each([
    ['http://example.com/', 'The URL must start with https://'],
    ['https://example.com:444/', 'The port must be 443 or 8443'],
    ['https://user@example.com/', 'The URL must not hold credentials'],
    ['https://:secret@example.com/', 'The URL must not hold credentials'],
    [`https://${'a.'.repeat(130)}com/`, 'The host must not be longer than 253 characters'],
    ['ftp://example.com/', 'The URL must be absolute, starting with https://'],
    ['//example.com/', 'The URL must be absolute, starting with https://'],
    ['https://', 'The URL must be absolute, starting with https://'],
    ['javascript:alert(1)', 'The URL must be absolute, starting with https://'],
    [`https://example.com/${'a'.repeat(2_048)}`, 'The URL must not be longer than 2048 characters'],
  ])('refuse %s', (text, problem) => {
    expect(targetUrl(text, 'public')).toEqual({ problem });
  });
});

describe('targets of webhooks, any', () => {
  it('take http, every port and this machine', async () => {
    await expect(checked('http://127.0.0.1:4000/hook', 'any')).resolves.toEqual([{ address: '127.0.0.1', family: 4 }]);
    await expect(checked('http://localhost:4000/', 'any', resolvesTo('127.0.0.1'))).resolves.toHaveLength(1);
  });

  it('refuse what is no absolute http URL', () => {
    expect(targetUrl('/hook', 'any')).toHaveProperty('problem');
    expect(targetUrl('file:///etc/passwd', 'any')).toHaveProperty('problem');
  });
});
