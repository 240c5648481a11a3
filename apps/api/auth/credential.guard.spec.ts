import { presentedCredential } from './credential.guard';

const key = { kind: 'api_key', text: 'pps_live_a' };
const token = { kind: 'access_token' };

test.each([
  [{}, null],
  [{ authorization: 'Basic YTpi' }, null],
  [{ authorization: 'Bearer' }, null],
  [{ authorization: 'Bearer  ' }, null],
  [{ authorization: 'pps_live_a' }, null],
  [{ authorization: 'Bearer abc' }, token],
  [{ authorization: 'bearer abc' }, token],
  [{ authorization: 'Bearer pps_live_a' }, key],
  [{ 'x-api-key': 'pps_live_a' }, key],
  [{ 'x-api-key': 'pps_live_a', authorization: 'Bearer abc' }, key],
  [
    { 'x-api-key': 'nonsense', authorization: 'Bearer abc' },
    { kind: 'api_key', text: 'nonsense' },
  ],
  [{ 'x-api-key': '', authorization: 'Bearer abc' }, token],
])('%j presents %j', (headers, credential) => {
  expect(presentedCredential(headers)).toEqual(credential);
});
