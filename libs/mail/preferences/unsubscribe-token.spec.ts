import { newId } from '@pps/kernel';
import { verifyUnsubscribeToken, unsubscribeLinks, unsubscribeToken } from './unsubscribe-token';

const key = Buffer.alloc(32, 1);
const [userId, projectId] = [newId(), newId()];

test('a token names its user for its project and for no other, and no other key makes it', () => {
  const token = unsubscribeToken(userId, projectId, key);
  expect(verifyUnsubscribeToken(token, projectId, key)).toBe(userId);
  expect(verifyUnsubscribeToken(token, newId(), key)).toBeNull();
  expect(verifyUnsubscribeToken(unsubscribeToken(userId, projectId, Buffer.alloc(32, 2)), projectId, key)).toBeNull();
  const stranger = unsubscribeToken(newId(), projectId, key).slice(0, 22) + token.slice(22);
  for (const forged of [stranger, token.slice(1), `${token}A`, '', 'A'.repeat(65)])
    expect([forged, verifyUnsubscribeToken(forged, projectId, key)]).toEqual([forged, null]);
});

test('people are led to the web app, mail programs to our own page, with the same token', () => {
  const links = unsubscribeLinks({ userId, projectId }, { appUrl: 'https://app.test/pins', publicUrl: 'https://api.test', hashKey: key });
  const [page, route] = [new URL(links.page), new URL(links.route)];
  expect([page.origin + page.pathname, route.origin + route.pathname]).toEqual([
    'https://app.test/pins/unsubscribe',
    'https://api.test/app/unsubscribe',
  ]);
  expect(page.search).toBe(route.search);
  expect(verifyUnsubscribeToken(route.searchParams.get('token') ?? '', projectId, key)).toBe(userId);
});
