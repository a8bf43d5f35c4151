import { describe, expect, it } from '../../support/story.js';
import { api, useTwoOrganizations } from '../surface/two-organizations.js';

useTwoOrganizations();

const newKey = async (): Promise<string> =>
  (await api.newOrganization(await api.newUser(), 'De muchos')).testKey;
const creating = (key: string, url: string) =>
  api.call(key, 'POST /webhooks', { url, enabled_events: ['*'] });
const listOf = async (key: string) => (await api.call(key, 'GET /webhooks?limit=100')).body.data as unknown[];

describe('at the same time', () => {
  it('the same URL is created once, and found by the others', async () => {
    const key = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => creating(key, 'https://example.com/a')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1);
    expect(answers.filter(({ body }) => 'secret' in body)).toHaveLength(1);
    expect(await listOf(key)).toHaveLength(1);
  });

  it('no more are created than the limit', async () => {
    const key = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 26 }, (_, n) => creating(key, `https://example.com/${n}`)),
    );
    const codes = answers.map(({ status, body }) => (status === 201 ? 'created' : (body.code as string)));
    expect(codes.filter((code) => code === 'created')).toHaveLength(20);
    expect(codes.filter((code) => code === 'webhook_limit_reached')).toHaveLength(6);
    expect(await listOf(key)).toHaveLength(20);
  });

  it('two get the URL of a third: one does', async () => {
    const key = await newKey();
    const [one, other] = [
      await creating(key, 'https://a.example/1'),
      await creating(key, 'https://a.example/2'),
    ];
    const taking = [one, other].map(({ body }) =>
      api.call(key, `PUT /webhooks/${body.id}`, { url: 'https://a.example/3' }),
    );
    expect((await Promise.all(taking)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('rotations leave one secret in force, which is shown', async () => {
    const key = await newKey();
    const { body } = await creating(key, 'https://a.example');
    const path = `/webhooks/${body.id}`;
    const rotated = await Promise.all([1, 2, 3].map(() => api.call(key, `POST ${path}/rotate-secret`)));
    const { secret } = (await api.call(key, `GET ${path}/secret`)).body;
    expect(rotated.map((one) => one.body.secret as string)).toContain(secret);
  });

  it('it is deleted by several: one does', async () => {
    const key = await newKey();
    const { body } = await creating(key, 'https://a.example');
    const deleted = await Promise.all([1, 2, 3].map(() => api.call(key, `DELETE /webhooks/${body.id}`)));
    expect(deleted.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });
});
