import { rateLimitFields } from './rate-limit-fields';

const mails = { name: 'mails', most: 10, windowSeconds: 900, left: 9, secondsLeft: 899 };
const links = { name: 'link_uses', most: 100, windowSeconds: 60, left: 0, secondsLeft: 1 };

it.each([
  [undefined, {}],
  [[], {}],
  [[mails], { 'ratelimit-policy': '"mails";q=10;w=900', ratelimit: '"mails";r=9;t=899' }],
  [
    [mails, links],
    { 'ratelimit-policy': '"mails";q=10;w=900, "link_uses";q=100;w=60', ratelimit: '"mails";r=9;t=899, "link_uses";r=0;t=1' },
  ],
])('of %j it says %j', (limits, fields) => expect(rateLimitFields(limits)).toEqual(fields));
