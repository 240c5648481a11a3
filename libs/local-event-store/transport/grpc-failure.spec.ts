import { streamDeletedFailure } from '../protocol/failures';
import { GrpcFailure, toGrpcFailure } from './grpc-failure';

describe('failures of a call', () => {
  it('carry names beyond ASCII without breaking the header', () => {
    const failure = streamDeletedFailure('a-日本\n');
    expect(failure.code).toBe(9);
    expect(failure.message).toBe("Event stream 'a-日本\n' is deleted.");
    expect(failure.metadata.getMap()).toEqual({ exception: 'stream-deleted', 'stream-name': 'a-???' });
  });

  it('reveal nothing about unexpected errors', () => {
    const failure = toGrpcFailure(new Error('password=secret'));
    expect(failure).toBeInstanceOf(GrpcFailure);
    expect(failure.message + JSON.stringify(failure.metadata.getMap())).not.toContain('secret');
  });
});
