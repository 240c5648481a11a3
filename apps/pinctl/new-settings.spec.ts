import { loadConfiguration } from '@pps/runtime';
import { keyNames } from '@pps/runtime/keys/load-keys';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { newSettings } from './new-settings';

const addresses = { publicUrl: 'https://pins.example', appUrl: 'https://app.example/pins' };
const write = (known = {}) => newSettings({ ...addresses, known, draw: randomBytes });

describe('the settings of a new installation', () => {
  it('are read by the hosts: four keys of 32 bytes, an operator token, the addresses', () => {
    const configuration = loadConfiguration(parseEnv(write()));
    expect(keyNames.map((name) => configuration[name]?.length)).toEqual([32, 32, 32, 32]);
    expect(new Set(keyNames.map((name) => configuration[name]?.toString('hex'))).size).toBe(4);
    expect(configuration.OPERATOR_TOKEN).toMatch(/^[0-9a-f]{48}$/);
    expect([configuration.PUBLIC_URL, configuration.APP_URL]).toEqual([addresses.publicUrl, addresses.appUrl]);
  });

  it('are all that docker-compose.yml cannot do without, in letters that no program takes for others', () => {
    const needed = new Set([...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name));
    expect(needed.size).toBeGreaterThan(9);
    const settings = parseEnv(write());
    expect([...needed].filter((name) => !settings[name])).toEqual([]);
    for (const value of Object.values(settings)) expect(value).toMatch(/^[\w+/=:.-]+$/);
  });

  it('are other ones each time', () => {
    const [first, second] = [parseEnv(write()), parseEnv(write())];
    const equal = Object.keys(first).filter((name) => first[name] === second[name]);
    expect(equal.sort()).toEqual(['APP_URL', 'PUBLIC_URL']);
  });

  it('leave the addresses to PORT where none is given', () => {
    const settings = parseEnv(newSettings({ publicUrl: null, appUrl: null, known: {}, draw: randomBytes }));
    const { PUBLIC_URL, APP_URL } = loadConfiguration({ ...settings, PORT: '4000' });
    expect([PUBLIC_URL, APP_URL]).toEqual(['http://127.0.0.1:4000', 'http://127.0.0.1:4000/app']);
    const ofWebApp = parseEnv(newSettings({ publicUrl: null, appUrl: addresses.appUrl, known: {}, draw: randomBytes }));
    expect([ofWebApp['PUBLIC_URL'], ofWebApp['APP_URL']]).toEqual([undefined, addresses.appUrl]);
  });

  it('have the keys that an installation has already', () => {
    const known = randomBytes(32).toString('base64');
    const settings = parseEnv(write({ MASTER_KEY: known }));
    expect(settings['MASTER_KEY']).toBe(known);
    expect(settings['JWT_KEY']).not.toBe(known);
  });
});
