import { newId } from '#kernel';
import { addMember, addPerson, addRole } from '../../support/people.js';
import type { TestApp } from '../../support/app.js';
import { reached, type Asked, type Reached } from './row.js';

/** Codes of invitations. */

/** An organization of its own, since addresses are invited a few times a day. */
async function settle(app: TestApp): Promise<{ id: string; key: string; invites: string }> {
  const { body } = await app.api('POST', '/organizations', { name: 'Otra' }, { key: app.demo.user_key });
  return { id: body.id, key: app.demo.user_key, invites: `/organizations/${body.id}/team/invites` };
}

/** Somebody who is asked to answer an invitation to their own address, and the organization. */
async function inviteSomebody(app: TestApp, role?: string) {
  const place = await settle(app);
  const person = await addPerson(app.runtime);
  const { email } = await app.get('/users/me', { key: person.key });
  const invite = await app.post(place.invites, { email, ...(role && { role }) }, { key: place.key });
  return { ...place, person, email: email as string, invite };
}

const answer = (invite: string, key: string): Asked => ({
  request: `POST /organizations/invites/${invite}/response`,
  body: { accept: true },
  options: { key },
});

export const invitationCodes: readonly Reached[] = [
  reached('invite_not_found', 404, ({ app }) => answer(newId(), app.demo.user_key), 'invite_key'),
  reached(
    'invite_email_mismatch',
    403,
    async ({ app }) => {
      const { invite, key } = await inviteSomebody(app);
      return answer(invite.id, key);
    },
    'invite_key',
  ),
  reached('invite_email_delivery_failed', 502, async ({ app }) => {
    const { invites, key } = await settle(app);
    return { request: `POST ${invites}`, body: { email: 'nadie@refused.example' }, options: { key } };
  }),
  reached(
    'invite_role_unavailable',
    409,
    async ({ app }) => {
      const { invites, key } = await settle(app);
      const body = { email: 'eva@example.com', role: newId() };
      return { request: `POST ${invites}`, body, options: { key } };
    },
    'role',
  ),
  reached(
    'user_already_in_organization',
    409,
    async ({ app }) => {
      const { invites, key, id } = await settle(app);
      const { key: member } = await addMember(app.runtime, id);
      const { email } = await app.get('/users/me', { key: member });
      return { request: `POST ${invites}`, body: { email }, options: { key } };
    },
    'email',
  ),
  reached('invite_expired', 410, async ({ app }) => {
    const { id, invites, key } = await settle(app);
    const role = await addRole(app.runtime, id, { template: 'org-readonly' });
    const person = await addPerson(app.runtime);
    const { email } = await app.get('/users/me', { key: person.key });
    const invite = await app.post(invites, { email, role }, { key });
    // A week passes in the stream: the same invitation, with an end that is over.
    await endEarlier(app, id, invite.id);
    return answer(invite.id, person.key);
  }),
];

async function endEarlier(app: TestApp, id: string, inviteId: string): Promise<void> {
  const { store, watch } = app.runtime;
  const stream = `organization-${id}`;
  const history = await store.read(stream);
  const invited = history.findLast(
    ({ type, data }) => type === 'PersonInvited' && (data as { id: string }).id === inviteId,
  );
  if (!invited) throw new Error('nobody was invited');
  const data = { ...(invited.data as object), expires_at: '2026-01-01T00:00:00.000Z' };
  const outcome = await store.append(
    stream,
    history.length - 1,
    [{ id: crypto.randomUUID(), type: 'PersonInvited', data }],
    invited.metadata,
  );
  if (outcome.kind !== 'appended') throw new Error('others wrote meanwhile');
  await watch.reached(
    { projection: 'organizations.organizations', table: 'gateway.organizations', stream: 'organization-' },
    { stream, revision: outcome.revision },
    10_000,
  );
}
