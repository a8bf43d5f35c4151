import { invoice, retention, sale, ukelele } from '../support/bodies.js';
import type { Json, TestApp, TestOrganization } from '../support/app.js';
import type { Operation } from './document.js';
import type { Files, Supplied } from './files.js';
import { hex } from './schemas.js';
import type { Random } from './random.js';
import type { FuzzAnswer } from './sender.js';
import { wildText } from './values.js';

/** A word that is in all data of the other tenant, and in nothing that is sent. */
export const MARK = 'ZAFIRO';
const KEEP = 40;

/** Whose requests are sent, what exists for them, and what exists but is another's. */
export interface World {
  readonly user: string;
  readonly organization: TestOrganization;
  /** Identifiers of the other tenant by resource; no answer may show them. */
  readonly others: Readonly<Record<string, readonly string[]>>;
  readonly files: Files;
  /** What exists, or nearly, for a parameter or a field that names something that does. */
  idFor(random: Random, name: string, operation: Operation): string | undefined;
  /** Learns of what an answer made or removed. */
  learn(operation: Operation, answer: FuzzAnswer, body: Json): void;
}

/** One of each of everything for a tenant that is never touched: it only must not be seen. */
export async function settleOthers(app: TestApp): Promise<Record<string, string[]>> {
  const user = await app.newUser();
  const { id, key } = await app.newOrganization(user, `${MARK} SA`);
  const with_ = { key };
  const customer = { legal_name: `${MARK} UNO`, tax_id: 'XEXX010101000', address: { country: 'USA' } };
  const receiver = await app.post('/customers', { ...customer, tax_id: '987654321' }, with_);
  const product = await app.post('/products', { ...ukelele, description: `${MARK} dos` }, with_);
  const supplier = await app.post('/suppliers', { ...customer, tax_id: '987654321' }, with_);
  const made = invoice({ customer: receiver.id, items: [{ product: product.id }], use: 'S01' });
  const [stamped, canceled] = [
    await app.post('/invoices', { ...made, external_id: MARK }, with_),
    await app.post('/invoices', { ...made, conditions: MARK }, with_),
  ];
  await app.del(`/invoices/${canceled.id}?motive=02`, with_);
  const draft = await app.post('/invoices', { ...made, status: 'draft' }, with_);
  const receipt = await app.post('/receipts', sale({ customer: receiver.id, external_id: MARK }), with_);
  const retained = await app.post('/retentions', retention({ external_id: MARK }), with_);
  const team = `/organizations/${id}/team`;
  const role = await app.post(`${team}/roles`, { name: MARK }, { key: user });
  const [owner] = await app.get(team, { key: user });
  return {
    organizations: [id],
    roles: [role.id],
    people: [owner.id],
    customers: [receiver.id],
    products: [product.id],
    suppliers: [supplier.id],
    invoices: [stamped.id, canceled.id, draft.id],
    receipts: [receipt.id],
    retentions: [retained.id],
    uuids: [stamped.uuid, retained.uuid],
    hidden: [canceled.uuid],
  };
}

/** Its own tenant, and what it learns of its resources from the answers. */
export async function newWorld(
  app: TestApp,
  others: World['others'],
  { documents, petitions }: Supplied,
): Promise<World> {
  const user = await app.newUser();
  const organization = await app.newOrganization(user, 'Nuestra');
  // Its key would be lost, and its invoices refused, if it were edited: another one is there for that.
  const spare = await app.newOrganization(user, 'De repuesto');
  const people = await app.get(`/organizations/${spare.id}/team`, { key: user });
  const live: Record<string, string[]> = {
    organizations: [organization.id, spare.id],
    people: people.map(({ id }: Json) => id as string),
    petitions: [...petitions],
  };
  const address = `/organizations/${organization.id}/inbound-address`;
  const inbound = await app.get(address, { key: user });
  const gone: Record<string, string[]> = {};
  const pool = (pools: Record<string, string[]>, resource: string) => (pools[resource] ??= []);
  const remember = (resource: string, value: unknown) => {
    const known = pool(live, resource);
    if (typeof value !== 'string' || known.includes(value)) return;
    known.push(value);
    if (known.length > KEEP) known.splice(1, 1);
  };
  return {
    user,
    organization,
    others,
    files: { documents, address: inbound.test.address },
    idFor: (random, name, { template, method }) => {
      const resource = resourceOf(name, template);
      if (resource === undefined) return undefined;
      const all = pool(live, resource);
      const known = resource === 'organizations' && method !== 'GET' ? all.slice(1) : all;
      const choice = random.next();
      if (known.length > 0 && choice < 0.72) return random.pick(known);
      const dead = pool(gone, resource);
      if (dead.length > 0 && choice < 0.8) return random.pick(dead);
      const foreign = others[resource] ?? [];
      if (foreign.length > 0 && choice < 0.9) return random.pick(foreign);
      if (choice < 0.95) return hex(random, 24);
      return random.chance(0.5) ? hex(random, 24).toUpperCase() : wildText(random).slice(0, 600);
    },
    learn: ({ method, template }, { status, headers }, body) => {
      if (status >= 300) return;
      remember('tags', headers.etag);
      const token = /[?&]token=([^&]+)/.exec(String(body?.url))?.[1];
      if (token !== undefined) remember('tokens', decodeURIComponent(token));
      for (const cursor of [body?.next_cursor, body?.previous_cursor]) remember('cursors', cursor);
      remember('uuids', body?.uuid);
      const id: unknown = body?.id;
      if (typeof id !== 'string') return;
      const resource = collectionOf(template);
      const at = pool(live, resource).indexOf(id);
      if (method === 'POST') remember(resource, id);
      if (method === 'DELETE' && body.status !== 'canceled' && at >= 0)
        pool(gone, resource).push(...pool(live, resource).splice(at, 1));
    },
  };
}

/** Parts of paths that say of what they are, before the first part does. */
const NESTED: readonly (readonly [string, string])[] = [
  ['/zip-requests', 'zip-requests'],
  ['/receipts/import', 'imports'],
  ['/team/roles', 'roles'],
  ['/invites', 'invites'],
  ['/team', 'people'],
];

const collectionOf = (template: string): string =>
  NESTED.find(([part]) => template.includes(part))?.[1] ?? template.split('/')[2] ?? '';

/** What is remembered under the names of parameters and fields. */
const RESOURCES: Readonly<Record<string, string>> = {
  customer: 'customers',
  customer_id: 'customers',
  product: 'products',
  product_id: 'products',
  supplier: 'suppliers',
  supplier_id: 'suppliers',
  invoice: 'invoices',
  invoice_id: 'invoices',
  receipt_id: 'receipts',
  import_id: 'imports',
  download_id: 'downloads',
  retention_id: 'retentions',
  organization_id: 'organizations',
  zip_request_id: 'zip-requests',
  webhook_id: 'webhooks',
  role_id: 'roles',
  role: 'roles',
  access_id: 'people',
  invite_key: 'invites',
  substitution: 'uuids',
  documents: 'uuids',
  uuid: 'uuids',
  after: 'cursors',
  before: 'cursors',
  token: 'tokens',
  'if-match': 'tags',
  'if-none-match': 'tags',
};

/** Which resource a parameter or a field names; undefined for those that name none. */
const resourceOf = (name: string, template: string): string | undefined =>
  name === 'id'
    ? collectionOf(template)
    : name === 'uuid' && template.includes('/cancellation-requests')
      ? 'petitions'
      : RESOURCES[name];
