import { sdkVersions } from '../../sdk/clients.js';
import { startSmallApi, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

let api: SmallApi;
beforeAll(async () => {
  api = await startSmallApi();
});
afterAll(() => api.close());

describe.each(sdkVersions)('SDK $version', ({ connect }) => {
  it('adds, lists and deletes Live keys, as far as it has them', async () => {
    const user = await api.newUser();
    const { id } = await api.newOrganization(user);
    const { organizations } = connect(user, api.baseUrl);
    const key = await organizations.renewLiveApiKey(id);
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{40}$/);
    expect(await connect(key, api.baseUrl).organizations.retrieve('me')).toMatchObject({ id });
    const { body: keys } = await api.call(user, `GET /organizations/${id}/apikeys/live`);
    expect(keys).toMatchObject([{ first_12: key.slice(0, 12) }]);
    if (organizations.listLiveApiKeys) expect(await organizations.listLiveApiKeys(id)).toEqual(keys);
    if (!organizations.deleteLiveApiKey) return;
    expect(await organizations.deleteLiveApiKey(id, keys[0].id)).toEqual([]);
    expect((await api.call(key, 'GET /organizations/me')).body.code).toBe('api_key_invalid');
  });
});
