import { until } from '#bus/testing/until';
import type { TestApp } from '../../support/app.js';
import { addEndingKey } from '../../support/ending-key.js';
import {
  addMember,
  addPerson,
  removeMember,
  suspendUser,
  type Grant,
  type Person,
} from '../../support/people.js';
import { ALONE, isOpen, NARROWED, type Rule } from './rules.js';

/** What a request with a credential is answered: it passes the door, or a status and a code. */
export type Outcome = 'passes' | `${number} ${string}`;

/** Something that a request may carry, and what it may do with it by a rule. */
export interface Credential {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly outcome: (rule: Rule, route: string) => Outcome;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const whereNotOpen =
  (outcome: (rule: Rule, route: string) => Outcome) =>
  (rule: Rule, route: string): Outcome =>
    isOpen(rule) ? 'passes' : outcome(rule, route);
const refused = (
  name: string,
  headers: Credential['headers'],
  outcome: Exclude<Outcome, 'passes'>,
): Credential => ({ name, headers, outcome: whereNotOpen(() => outcome) });

/** An organization's key of a kind. */
const ofOrganization = (
  name: string,
  kind: 'T' | 'L',
  key: string,
  then: (route: string) => Outcome = () => 'passes',
): Credential => ({
  ...{ name, headers: bearer(key) },
  outcome: whereNotOpen(({ keys }, route) => {
    if (keys.includes(kind)) return then(route);
    return keys === 'L' ? '403 live_api_key_required' : '403 api_key_not_allowed';
  }),
});

interface PersonRights {
  /** Whether they belong to the organization that is asked for. */
  readonly belongs: boolean;
  readonly may: (rule: Rule, route: string) => boolean;
  readonly environment?: 'test' | 'live';
  /** What the header X-Organization-Id names; undefined: it is left out. */
  readonly header: string | undefined;
  /** Whether they belong to what the header names. */
  readonly headerIsTheirs?: boolean;
}

/** A person's key. */
function ofPerson(name: string, key: string, rights: PersonRights): Credential {
  const { belongs, may, environment, header, headerIsTheirs = belongs } = rights;
  const headers = {
    ...bearer(key),
    ...(header !== undefined && { 'x-organization-id': header }),
    ...(environment && { 'x-environment': environment }),
  };
  const outcome = (rule: Rule, route: string): Outcome => {
    switch (rule.people) {
      case 'nobody':
        return '403 api_key_not_allowed';
      case 'self':
        return 'passes';
      case 'path':
        if (!belongs) return '404 organization_not_found';
        return may(rule, route) ? 'passes' : '403 forbidden';
      case 'header':
        if (header === undefined) return '400 organization_id_required';
        if (!headerIsTheirs) return '400 organization_id_not_allowed';
        if (!rule.keys.includes(environment === 'live' ? 'L' : 'T'))
          return rule.keys === 'L' ? '403 live_api_key_required' : '403 api_key_not_allowed';
        return may(rule, route) ? 'passes' : '403 forbidden';
    }
  };
  return { name, headers, outcome: whereNotOpen(outcome) };
}

/** All that a request may carry, for routes of one organization, whose id is given. */
export async function makeCredentials(
  app: TestApp,
): Promise<{ readonly organizationId: string; readonly all: readonly Credential[] }> {
  const owner = await app.newUser();
  const { id, key: renewedAway } = await app.newOrganization(owner, 'Nuestra');
  const asOwner = { key: owner };
  const test = (await app.put(`/organizations/${id}/apikeys/test`, undefined, asOwner)) as string;
  const addLive = async (body?: unknown) =>
    (await app.put(`/organizations/${id}/apikeys/live`, body, asOwner)) as string;
  const { key: expired, endsAt } = await addEndingKey(app, id, owner, { name: 'Vence' });
  const [live, revoked] = [await addLive(), await addLive({ name: 'Eliminada' })];
  const narrowed = await addLive({ operations: ['read.customers.list'] });
  const elsewhere = await addLive({ allowed_ips: ['203.0.113.0/24'] });
  const keys = (await app.get(`/organizations/${id}/apikeys/live`, asOwner)) as Record<string, string>[];
  const ended = keys.find(({ name }) => name === 'Eliminada')?.['id'];
  await app.del(`/organizations/${id}/apikeys/live/${ended}`, asOwner);

  const member = (grant?: Grant): Promise<Person> => addMember(app.runtime, id, grant);
  const [admin, suspended, removed, keyless] = [
    await member(),
    await member(),
    await member(),
    await member(),
  ];
  await suspendUser(app.runtime, suspended.userId);
  await removeMember(app.runtime, id, removed.userId);
  const [own] = (await app.get('/users/me/keys', { key: keyless.key })) as { id: string }[];
  await app.del(`/users/me/keys/${own?.id}`, { key: keyless.key });
  const stranger = await app.newUser();
  const { id: theirs } = await app.newOrganization(stranger, 'Ajena');
  const loner = await addPerson(app.runtime);

  const belonging = { belongs: true, header: id };
  const all = () => true;
  const ofTemplate = async (
    name: string,
    template: 'org-readonly' | 'org-billing' | 'org-developer' | 'org-team-manager',
    letter: string,
    environment?: 'live',
  ): Promise<Credential> =>
    ofPerson(name, (await member({ template })).key, {
      ...belonging,
      may: ({ templates }) => templates.includes(letter),
      ...(environment && { environment }),
    });
  const alone = await member({ operations: ['write.invoices.create'] });
  const none = await member({ operations: [] });

  await until(() => Date.now() > endsAt);
  return {
    organizationId: id,
    all: [
      refused('none', {}, '401 missing_credentials'),
      refused('another scheme', { authorization: 'Digest abc' }, '401 unauthorized'),
      refused('a wrong key', bearer('sk_test_nobody0123456789'), '401 api_key_invalid'),
      refused('a wrong User key', bearer('sk_user_nobody0123456789'), '401 user_key_invalid'),
      refused('a Test key that was renewed', bearer(renewedAway), '401 api_key_invalid'),
      refused('a Live key that has expired', bearer(expired), '401 api_key_invalid'),
      refused('a Live key that was deleted', bearer(revoked), '401 api_key_invalid'),
      refused('a User key that was revoked', bearer(keyless.key), '401 user_key_invalid'),
      refused(
        'a suspended user',
        { ...bearer(suspended.key), 'x-organization-id': id },
        '403 user_suspended',
      ),

      ofOrganization('Test', 'T', test),
      ofOrganization('Live', 'L', live),
      ofOrganization('Live, for one operation', 'L', narrowed, (route) =>
        route === NARROWED ? 'passes' : '403 forbidden',
      ),
      ofOrganization('Live, for other addresses', 'L', elsewhere, () => '403 forbidden'),

      ofPerson('the owner', owner, { ...belonging, may: all }),
      ofPerson('the owner in Live', owner, { ...belonging, may: all, environment: 'live' }),
      ofPerson('the owner without the header', owner, { belongs: true, may: all, header: undefined }),
      ofPerson('the owner with another’s id', owner, {
        ...{ belongs: true, may: all, header: theirs, headerIsTheirs: false },
      }),
      ofPerson('an administrator', admin.key, { ...belonging, may: all }),
      await ofTemplate('a reader', 'org-readonly', 'R'),
      await ofTemplate('a reader in Live', 'org-readonly', 'R', 'live'),
      await ofTemplate('billing', 'org-billing', 'B'),
      await ofTemplate('a developer', 'org-developer', 'D'),
      await ofTemplate('a team manager', 'org-team-manager', 'T'),
      ofPerson('a role of one operation', alone.key, { ...belonging, may: (_, route) => route === ALONE }),
      ofPerson('a role of none', none.key, { ...belonging, may: () => false }),
      ofPerson('the owner of another organization', stranger, {
        ...{ belongs: false, may: all, header: id },
      }),
      ofPerson('the same with the id of their own', stranger, {
        ...{ belongs: false, may: all, header: theirs, headerIsTheirs: true },
      }),
      ofPerson('a member who was removed', removed.key, { ...{ belongs: false, may: all, header: id } }),
      ofPerson('a user of no organization', loner.key, { ...{ belongs: false, may: all, header: id } }),
    ],
  };
}
