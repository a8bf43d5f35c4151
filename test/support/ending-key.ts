import type { TestApp } from './app.js';

/** Adds a Live key that ends in a second; asks again where a busy machine took longer than that to ask. */
export async function addEndingKey(
  app: Pick<TestApp, 'api'>,
  organizationId: string,
  userKey: string,
  fields: object = {},
): Promise<{ readonly key: string; readonly endsAt: number }> {
  for (;;) {
    const endsAt = Date.now() + 1_000;
    const body = { ...fields, expires_at: new Date(endsAt).toISOString() };
    const answer = await app.api('PUT', `/organizations/${organizationId}/apikeys/live`, body, {
      key: userKey,
    });
    if (answer.status === 200) return { key: answer.body as string, endsAt };
    if (Date.now() < endsAt) throw new Error(JSON.stringify(answer.body));
  }
}
