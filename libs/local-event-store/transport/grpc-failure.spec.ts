import { streamDeleted } from '../protocol/failures';
import { GrpcFailure, toGrpcFailure, trailersOf } from './grpc-failure';

describe('trailers', () => {
  it('carry names beyond ASCII without breaking the header', () => {
    expect(trailersOf(streamDeleted('a-日本\n'))).toEqual({
      'grpc-status': '9',
      'grpc-message': "Event%20stream%20'a-%E6%97%A5%E6%9C%AC%0A'%20is%20deleted.",
      exception: 'stream-deleted',
      'stream-name': 'a-???',
    });
  });

  it('tell nothing about unexpected errors', () => {
    const failure = toGrpcFailure(new Error('password=secret'));
    expect(failure).toBeInstanceOf(GrpcFailure);
    expect(JSON.stringify(trailersOf(failure))).not.toContain('secret');
  });
});
