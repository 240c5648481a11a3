import type { WholeService } from './whole-service';
import { newWorkspace } from './new-workspace';

export function idempotencyStory(service: () => WholeService): void {
  it('answers a repeat with the pin as it is, and refuses the key for other content', async () => {
    const workspace = await newWorkspace(service());
    const draft = workspace.draft({ description: 'With thyme.' });
    const first = await workspace.post('/v1/pins', draft, { 'idempotency-key': 'cake-1' });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const { platform_pin_id: platformPinId } = await workspace.pinIn('published', first.body.id);

    const repeat = await workspace.post('/v1/pins', { ...draft, idempotency_key: 'cake-1' });
    expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(repeat.body).toMatchObject({ id: first.body.id, status: 'published', platform_pin_id: platformPinId });

    const other = await workspace.post('/v1/pins', { ...draft, title: 'Another cake', idempotency_key: 'cake-1' });
    expect([other.status, other.body.error.code, other.body.error.pin_id]).toEqual([409, 'idempotency_key_reused', first.body.id]);
    expect(other.headers.get('x-service-quota-used')).toBe('1');
    expect(await service().created({ account: workspace.username })).toHaveLength(1);
  });

  it('makes one pin and takes one unit for a hundred creations at the same time', async () => {
    const workspace = await newWorkspace(service());
    const draft = workspace.draft({ idempotency_key: 'at once' });
    const answers = await Promise.all(Array.from({ length: 100 }, () => workspace.post('/v1/pins', draft)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = new Set(answers.map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(99);

    const repeat = await workspace.post('/v1/pins', draft);
    expect(repeat.headers.get('x-service-quota-used')).toBe('1');
    expect((await workspace.get('/v1/pins')).headers.get('x-total-count')).toBe('1');
    await workspace.pinIn('published', [...ids][0]);
    expect(await service().created({ account: workspace.username })).toMatchObject([{ count: 1 }]);
  });
}
