import type { SmallApi } from '../../support/small-api.js';

/** A new Live key of an organization, asked for by a user of it. */
export async function liveKeyOf(api: SmallApi, user: string, organization: string): Promise<string> {
  const { status, body } = await api.call(user, `PUT /organizations/${organization}/apikeys/live`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as string;
}
