import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../support/app.js';
import { line } from '../../support/bodies.js';
import { INBOUND, mailOf, postMail, processedMail } from '../../support/mails.js';
import { addMember, addPerson } from '../../support/people.js';
import type { ExampleRun, Place, Stages } from './run.js';

/** An organization of a new user's: keys, invitations and roles are counted by organization. */
interface Own {
  readonly key: string;
  readonly id: string;
  readonly testKey: string;
  /** Where requests for it go. */
  readonly place: Place & { readonly parameters: Readonly<Record<string, string>> };
  readonly post: (path: string, body: object) => Promise<Json>;
}

async function own({ app }: ExampleRun): Promise<Own> {
  const key = await app.newUser();
  const { id, key: testKey } = await app.newOrganization(key, 'Escuela Kemper');
  return {
    ...{ key, id, testKey, place: { key, parameters: { organization_id: id } } },
    post: (path, body) => app.post(`/organizations/${id}${path}`, body, { key }),
  };
}

const inOwn = async (run: ExampleRun): Promise<Place> => (await own(run)).place;

const placeIn = ({ place }: Own, parameters: Readonly<Record<string, string>>, body?: object): Place => ({
  ...place,
  parameters: { ...place.parameters, ...parameters },
  ...(body && { body }),
});

const roleIn = async ({ post }: Own): Promise<string> =>
  (await post('/team/roles', { name: 'Cobranza', template_code: 'org-billing' })).id as string;

const ofRole = async (run: ExampleRun): Promise<Place> => {
  const organization = await own(run);
  return placeIn(organization, { role_id: await roleIn(organization) });
};

/** A member's access in a new organization, and the body that a request about it needs. */
const ofMember = async (run: ExampleRun, bodyOf?: (own: Own) => Promise<object>): Promise<Place> => {
  const organization = await own(run);
  const { userId } = await addMember(run.app.runtime, organization.id, { template: 'org-readonly' });
  return placeIn(organization, { access_id: userId }, await bodyOf?.(organization));
};

/** Somebody whom an organization has invited. */
const invited = async (run: ExampleRun) => {
  const { post } = await own(run);
  const { userId, key } = await addPerson(run.app.runtime);
  const { id } = await post('/team/invites', { email: `${userId}@example.com` });
  return { key, parameters: { invite_key: id as string } };
};

const liveKeyIn = async (run: ExampleRun, { id, key }: Own): Promise<string> => {
  await run.app.put(`/organizations/${id}/apikeys/live`, { name: 'Tienda en línea' }, { key });
  const [made] = await run.app.get(`/organizations/${id}/apikeys/live`, { key });
  return made.id as string;
};

const ofLiveKey = async (run: ExampleRun): Promise<Place> => {
  const organization = await own(run);
  return placeIn(organization, { key_id: await liveKeyIn(run, organization) });
};

const idOfUser = async ({ app }: ExampleRun, key: string): Promise<string> =>
  (await app.get('/users/me', { key })).id as string;

const inDemo = ({ app }: ExampleRun): Promise<Place> =>
  Promise.resolve({ parameters: { organization_id: app.demo.organization_id } });

/** An invoice to the demo organization in a mail to its address: as it is handed over, and the address. */
async function supplierMail({ app }: ExampleRun): Promise<{ mail: Buffer; address: string }> {
  const { demo } = app;
  const user = await app.newUser();
  const supplier = await app.newOrganization(user, 'Proveedora');
  const fiscal = { legal_name: 'PROVEEDORA DE EJEMPLO', tax_id: 'PEJ010203AB1', tax_system: '601' };
  const legal = { name: 'Proveedora', ...fiscal, address: { zip: '06300' } };
  await app.put(`/organizations/${supplier.id}/legal`, legal, { key: user });
  const { legal_name, tax_id, tax_system, address } = (await app.get('/organizations/me')).legal;
  const customer = { legal_name, tax_id, tax_system, address: { zip: address.zip } };
  const invoice = { customer, items: [line()], payment_form: '03' };
  const { id } = await app.post('/invoices', invoice, { key: supplier.key });
  const { bytes } = await app.api('GET', `/invoices/${id}/xml`, undefined, { key: supplier.key });
  const { test } = await app.get(`/organizations/${demo.organization_id}/inbound-address`, {
    key: demo.user_key,
  });
  const attachments = [{ filename: 'factura.xml', content: bytes }];
  return { mail: await mailOf({ to: test.address, attachments }), address: test.address };
}

/** People: team, invites, roles, users, their keys, the log of who did what, inbound mail. */
export const peopleStages: Stages = {
  listTeam: async (run) => {
    const { id, place } = await own(run);
    await addMember(run.app.runtime, id, { template: 'org-readonly' });
    return place;
  },
  getTeamAccess: (run) => ofMember(run),
  removeTeamAccess: (run) => ofMember(run),
  setTeamRole: (run) => ofMember(run, async (organization) => ({ role: await roleIn(organization) })),
  shareOwnership: (run) => ofMember(run),
  giveUpOwnership: async (run) => {
    const organization = await own(run);
    const { userId } = await addMember(run.app.runtime, organization.id);
    await organization.post(`/team/${userId}/ownership`, { share: true });
    return placeIn(organization, { access_id: await idOfUser(run, organization.key) });
  },
  listRoles: async (run) => {
    const organization = await own(run);
    await roleIn(organization);
    return organization.place;
  },
  createRole: inOwn,
  listRoleTemplates: inDemo,
  listRoleOperations: inDemo,
  getRole: ofRole,
  updateRole: ofRole,
  deleteRole: ofRole,
  createInvite: async (run, example) => {
    const organization = await own(run);
    if (example !== 'role') return organization.place;
    return placeIn(organization, {}, { email: 'luis@example.com', role: await roleIn(organization) });
  },
  listInvites: async (run) => {
    const { post, place } = await own(run);
    await post('/team/invites', { email: 'eva@example.com' });
    return place;
  },
  cancelInvite: async (run) => {
    const organization = await own(run);
    const { id } = await organization.post('/team/invites', { email: 'eva@example.com' });
    return placeIn(organization, { invite_key: id });
  },
  listReceivedInvites: async (run) => ({ key: (await invited(run)).key }),
  respondToInvite: invited,
  getTestKey: inDemo,
  renewTestKey: inOwn,
  listLiveKeys: async (run) => {
    const organization = await own(run);
    await liveKeyIn(run, organization);
    return organization.place;
  },
  createLiveKey: async (run, example) => {
    const organization = await own(run);
    if (example !== 'replacing') return organization.place;
    const replaces = await liveKeyIn(run, organization);
    return placeIn(organization, {}, { name: 'Tienda en línea', replaces, old_key_ends_in_hours: 48 });
  },
  deleteLiveKey: ofLiveKey,
  deleteLiveKeyByPut: ofLiveKey,
  getCurrentUser: async (run) => ({ key: (await own(run)).key }),
  listUserKeys: async ({ app }) => ({ key: await app.newUser() }),
  createUserKey: async ({ app }) => ({ key: await app.newUser() }),
  revokeUserKey: async ({ app }) => {
    const key = await app.newUser();
    await app.post('/users/me/keys', {}, { key });
    const [, second] = await app.get('/users/me/keys', { key });
    return { key, parameters: { key_id: second.id } };
  },
  listAuditLog: async (run, example) => {
    const { app } = run;
    const { id, key, testKey, place } = await own(run);
    if (example !== 'denied') return place;
    const path = `/organizations/${id}/audit-log`;
    await app.api('GET', path, undefined, { key: testKey });
    // Denials are written beside their answers.
    while ((await app.get(`${path}?outcome=denied`, { key })).data.length === 0) await sleep(20);
    return place;
  },
  getInboundAddress: inDemo,
  renewInboundAddress: inOwn,
  listInboundMails: async (run) => {
    const { app } = run;
    const { mail, address } = await supplierMail(run);
    const { body } = await postMail(app, mail, { 'x-envelope-to': address });
    await processedMail(app, app.demo.test_key, body.results[0].id as string);
    return {};
  },
  receiveInboundMail: async (run) => {
    const { mail, address } = await supplierMail(run);
    const authorization = `Bearer ${INBOUND.TIMBRA_INBOUND_SECRET}`;
    return {
      ...{ key: null, body: mail },
      headers: { authorization, 'content-type': 'message/rfc822', 'x-envelope-to': address },
    };
  },
};
