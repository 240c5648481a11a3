import { assertLoopback } from './grpc-server';

describe('loopback', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])('%s is this machine', (host) => {
    expect(() => assertLoopback(host)).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '', '10.0.0.1', '127.0.0.1.example.org', 'example.org', '2130706433'])('%p is refused', (host) => {
    expect(() => assertLoopback(host)).toThrow('loopback');
  });
});
