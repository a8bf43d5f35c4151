import { ok } from '#kernel';
import { Mailer } from '#apps/gateway/src/mailbox/mailer';
import { usersReadModel } from '#contracts';
import type { Answer, SmallApi } from '../../support/small-api.js';
import { countEvents } from '../../support/events.js';
import { addPerson, type Person } from '../../support/people.js';
import { jest } from '../../support/story.js';

/** What stories of invitations share. */

/** Mails are taken and go nowhere: what would have been sent is asked of the mock. */
export const mailed = (api: SmallApi, standing: 'accepted' | 'refused' = 'accepted') =>
  jest.spyOn(api.get(Mailer), 'send').mockResolvedValue(ok(standing));
export type Sent = ReturnType<typeof mailed>;

/** The link of the mail of that index; the latest one's by default. */
export function linkOf(sent: Sent, index = -1): string {
  const mail = sent.mock.calls.at(index)?.[0];
  return mail?.template === 'invitation' ? mail.data.link : '';
}

/** A person with the address that they are invited by. */
export interface Addressed extends Person {
  readonly email: string;
}

/** Somebody with a user, who belongs to no organization. */
export async function addUser(api: SmallApi): Promise<Addressed> {
  const person = await addPerson(api.runtime);
  const { rows } = await api.runtime.pool.query<{ email: string }>(
    `SELECT email FROM ${usersReadModel.table} WHERE id = $1`,
    [person.userId],
  );
  return { ...person, email: rows[0]?.email ?? '' };
}

export const invite = (
  api: SmallApi,
  key: string,
  id: string,
  body: object,
  language = 'es',
): Promise<Answer> =>
  api.call(key, `POST /organizations/${id}/team/invites`, body, { 'accept-language': language });

export const respond = (api: SmallApi, key: string, inviteKey: string, accept: unknown): Promise<Answer> =>
  api.call(key, `POST /organizations/invites/${inviteKey}/response`, { accept });

/** The user key that a page shows. */
export const keyIn = (html: string): string | undefined => /sk_user_[0-9A-Za-z]{40}/.exec(html)?.[0];

/** How often something happened in an organization. */
export const countOf = (api: SmallApi, id: string, type: string): Promise<number> =>
  countEvents(api.runtime.store, `organization-${id}`, type);
