import { addressesOf, unreadableAddress } from './writable-address';

describe('several addresses in one URL', () => {
  it('have one user, database and parameters', () => {
    expect(addressesOf('postgres://pins:a%2Cb@one:5432,two,[::1]:5434/pins?sslmode=require')).toEqual([
      'postgres://pins:a%2Cb@one:5432/pins?sslmode=require',
      'postgres://pins:a%2Cb@two/pins?sslmode=require',
      'postgres://pins:a%2Cb@[::1]:5434/pins?sslmode=require',
    ]);
    expect(addressesOf('postgres://one/pins?host=%2Frun%2Fone,two')).toHaveLength(1);
  });

  it.each([
    ['postgres://pins:secret@one:5432,two:54x2/pins', 'address 2 of 2 (host two) has a port that is no number'],
    ['postgres://pins:secret@one:5432,,two/pins', 'address 2 of 3 has no host'],
    ['postgres://pins:secret@one:0,two/pins', 'address 1 of 2 (host one) has a port that is no number'],
    ['postgres://pins:secret@one:5432,two/pins', null],
    ['postgres://one:x/pins', null],
  ])('are named by their place where they cannot be read: %s', (url, fault) => {
    expect(unreadableAddress(url)).toBe(fault);
  });
});
