import { callsBy, startSmallApi, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import { afterAll, beforeAll } from '../../support/story.js';

/** For stories of customers and products: the API of a story, and two organizations of one user. */

export let api: SmallApi;
export let ours: TestOrganization;
export let theirs: TestOrganization;
/** A request of our organization. */
export let call: ReturnType<typeof callsBy>;

/** Starts the API for the story. */
export function useTwoOrganizations(name = 'Nuestra'): void {
  beforeAll(async () => {
    api = await startSmallApi();
    const user = await api.newUser();
    ours = await api.newOrganization(user, name);
    theirs = await api.newOrganization(user, 'Ajena');
    call = callsBy(api, ours);
  });
  afterAll(() => api.close());
}
