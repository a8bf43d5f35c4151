import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { invoiceDecider } from '#apps/invoicing/src/invoice/decide';
import { content, customer, imported, payingElsewhere } from '#apps/invoicing/src/invoice/testing';
import { organizationDecider, type OrganizationCommand } from '#apps/organizations/src/organization/decide';
import { stampingDecider } from '#apps/stamping/src/stamping/decide';
import type { StampDecision } from '#apps/stamping/src/stamping/decisions';
import { fold, newId, type DomainEvent, type Result } from '#kernel';
import {
  importedInvoiceId,
  type InvoiceEvent,
  type OrganizationEvent,
  type SatStanding,
  type StampingEvent,
} from '#contracts';
import type { EventMetadata, RecordedEvent } from '#event-store';
import { addUserKey, revokeAllKeys } from '#apps/standalone/src/keys';
import { resetUser, resumeUser, suspendUser } from '#apps/standalone/src/users';
import { makeAuthority, makeCertificado } from '#cfdi/testing/certificates';
import { upload } from '../e2e/organizations/certificate-files.js';
import { startApp, type Json, type TestApp } from '../support/app.js';
import { invoice, line, triggered, universidad, xochilt, retention } from '../support/bodies.js';
import { INBOUND, mailOf, postMail, processedMail } from '../support/mails.js';
import { formWith, pngOf } from '../support/pictures.js';
import { localMonth } from '../support/month.js';
import { tellDownloads } from './downloads-story.js';
import { tellPetitions } from './petitions-story.js';
import { tellReceipts } from './receipts-story.js';
import { tellRetentions } from './retentions-story.js';
import { tellTeam } from './team-story.js';
import { tellWebhooks } from './webhooks-story.js';

/**
 * Everything that can happen, once: through the API wherever a client or the sandbox can bring it about, and through
 * the deciders where only days or a crash would.
 */
export async function tellStory(): Promise<RecordedEvent[]> {
  const smtp = await startSmtp();
  const url = `smtp://127.0.0.1:${smtp.port}?tls=off`;
  const app = await startApp({ TIMBRA_SMTP_URL: url, TIMBRA_MAIL_FROM: 'facturas@example.com', ...INBOUND });
  try {
    await Promise.all([
      organizations(app, smtp),
      customers(app),
      products(app),
      suppliers(app),
      drafts(app),
      stamps(app),
    ]);
    await Promise.all([payments(app), cancellations(app), mails(app, smtp), abandoned(app)]);
    await zips(app);
    await inboundMail(app);
    await imports(app);
    await surplus(app);
    await certificates(app);
    await deletions(app);
    await tellTeam(app);
    await tellReceipts(app);
    await tellRetentions(app);
    await tellDownloads(app);
    await tellPetitions(app);
    await tellWebhooks(app);
    return await everything(app);
  } finally {
    await app.close();
    await smtp.close();
  }
}

/** A supplier mails a file that is no invoice. */
async function inboundMail(app: TestApp): Promise<void> {
  const path = `/organizations/${app.demo.organization_id}/inbound-address`;
  const { test } = await app.get(path, { key: app.demo.user_key });
  const attachments = [{ filename: 'malo.xml', content: '<x xmlns="http://www.sat.gob.mx/cfd/4"/>' }];
  const { body } = await postMail(app, await mailOf({ to: test.address, attachments }));
  await processedMail(app, app.demo.test_key, body.results[0].id as string);
}

async function everything({ runtime: { store } }: TestApp): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const more = await store.readFeed(events.at(-1)?.position ?? 0n, 500);
    if (more.length === 0) return events;
    events.push(...more);
  }
}

const created = async (app: TestApp, over: object = {}): Promise<Json> =>
  app.post('/invoices', invoice(over));

/** Waits until an event of the type is there. */
async function happened(app: TestApp, type: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ;) {
    if ((await everything(app)).some((event) => event.type === type)) return;
    if (Date.now() > deadline) throw new Error(`${type} did not happen`);
    await sleep(20);
  }
}

async function organizations(app: TestApp, smtp: TestSmtp): Promise<void> {
  const user = await app.newUser();
  const { id } = await app.newOrganization(user, 'Escuela');
  await app.put(
    `/organizations/${id}/legal`,
    {
      ...{ name: 'Escuela', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' },
      ...{ address: { zip: '42501', street: 'Hidalgo', exterior: '1' }, website: 'https://escuela.example' },
    },
    { key: user },
  );
  const set = (setting: string, body: object) =>
    app.put(`/organizations/${id}/${setting}`, body, { key: user });
  await app.api('POST', `/organizations/${id}/series-group`, { series: 'FAC' }, { key: user });
  await set('series-group/default-series', { type: 'I', series: 'FAC' });
  await app.api('DELETE', `/organizations/${id}/series-group/FAC`, undefined, { key: user });
  await set('customization', { color: '#BADA55', pdf_extra: { codes: false } });
  await set('receipts', { periodicity: 'week' });
  await set('self-invoice', { allowed_cfdi_uses: ['G03'], support_email: 'ayuda@escuela.example' });
  await set('domain', { domain: 'escuela-kemper' });
  await set('domain', { custom_domain: 'facturas.escuela-kemper.mx' });
  const account = { finkok: { user: 'facturas@escuela.example', password: 'clave' }, sw: { token: 'a.b.c' } };
  await set('pacs', { order: ['sw', 'finkok'], credentials: account, manifests: { sw: true } });
  await set('pacs', { pac: 'finkok', credentials: { sw: null } });
  const names = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' };
  await upload(app, id, await app.sandbox.issueCsd(names), { key: user });
  await app.del(`/organizations/${id}/certificate`, { key: user });
  const made = makeCertificado({ fiel: true, issuer: makeAuthority({ name: 'AC UAT' }) });
  await upload(app, id, made, { key: user, setting: 'fiel' });
  await app.del(`/organizations/${id}/fiel`, { key: user });
  // As the owner of the address does it: by the link in the mail, whose long lines are broken.
  const support = smtp.taken.find(({ to }) => to.includes('ayuda@escuela.example'));
  const [link = ''] =
    /http\S+\/support-email\/[0-9a-f]{40}/.exec(support?.raw.toString().replace(/=\r?\n/g, '') ?? '') ?? [];
  await fetch(link, { method: 'POST', body: new URLSearchParams() });
  await invitations(app, id, user, smtp);
  await series(app, id, user);
  await app.put(`/organizations/${id}/logo`, formWith(pngOf('1f4b99')), { key: user });
  await app.put(`/organizations/${id}/apikeys/test`, undefined, { key: user });
  const limits = {
    operations: ['read.invoices.list'],
    allowed_ips: ['203.0.113.0/24'],
    expires_at: '2090-01-31',
  };
  await app.put(`/organizations/${id}/apikeys/live`, { name: 'Tienda', ...limits }, { key: user });
  const [{ id: old }] = await app.get(`/organizations/${id}/apikeys/live`, { key: user });
  await app.put(`/organizations/${id}/apikeys/live`, { replaces: old }, { key: user });
  await app.del(`/organizations/${id}/apikeys/live/${old}`, { key: user });
  await revokeAllKeys(app.runtime, id);
  const [mine] = await app.get('/users/me/keys', { key: user });
  const { rows } = await app.runtime.pool.query<{ email: string }>(
    `SELECT email FROM gateway.users WHERE keys->0->>'id' = $1`,
    [mine.id],
  );
  const email = rows[0]?.email ?? '';
  const another = await addUserKey(app.runtime, email);
  await app.del(`/users/me/keys/${mine.id}`, { key: another });
  await app.post('/users/me/keys', undefined, { key: another });
  await suspendUser(app.runtime, email);
  await resumeUser(app.runtime, email);
  await resetUser(app.runtime, email);
}

/** One that is declined, and one by whose link somebody comes in. */
async function invitations(app: TestApp, id: string, key: string, smtp: TestSmtp): Promise<void> {
  for (const [email, answer] of [
    ['declina@escuela.example', 'decline'],
    ['acepta@escuela.example', 'accept'],
  ] as const) {
    await app.post(`/organizations/${id}/team/invites`, { email }, { key });
    const mail = smtp.taken.find(({ to }) => to.includes(email));
    const text = mail?.raw.toString().replace(/=\r?\n/g, '') ?? '';
    const [link = ''] = /http\S+\/invitation\/[0-9a-f]{40}/.exec(text) ?? [];
    const body = new URLSearchParams({ answer, full_name: 'Eva Núñez' });
    const answered = await fetch(link, { method: 'POST', body, redirect: 'manual' });
    if (answered.status >= 400) throw new Error(`the invitation answered ${answered.status}`);
  }
}

async function series(app: TestApp, id: string, key: string): Promise<void> {
  const path = `/organizations/${id}/series-group`;
  await app.post(path, { series: 'FAC', next_folio: 1, next_folio_test: 500 }, { key });
  await app.put(`${path}/default-series`, { type: 'I', series: 'FAC' }, { key });
  await app.put(`${path}/default-series`, { type: 'I', series: null }, { key });
  await app.del(`${path}/FAC`, { key });
}

async function customers(app: TestApp): Promise<void> {
  const { id } = await app.post('/customers', { ...xochilt, phone: '5512345678', external_id: 'c-1' });
  await app.put(`/customers/${id}`, {
    email: 'xochilt@example.com',
    address: { zip: '36257', street: 'Sur' },
  });
  const linked = await app.post('/customers?createEditLink=true', {});
  const form = { tax_id: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' };
  const body = new URLSearchParams({ ...form, 'address.zip': '42501', email: 'pagos@escuela.mx' });
  const saved = await fetch(linked.edit_link, { method: 'POST', body, redirect: 'manual' });
  if (saved.status >= 400) throw new Error(`the form answered ${saved.status}`);
  await happened(app, 'CustomerEditLinkCompleted');
  await app.del(`/customers/${id}`);
}

async function products(app: TestApp): Promise<void> {
  const { id } = await app.post('/products', {
    ...{ description: 'Guitarra', product_key: '60131303', price: 1234.5, sku: 'G-1' },
    local_taxes: [{ type: 'ISH', rate: 0.03 }],
  });
  await app.put(`/products/${id}`, { price: 99.99, taxes: [{ type: 'IVA', rate: 0.08 }] });
  await app.del(`/products/${id}`);
}

async function suppliers(app: TestApp): Promise<void> {
  const { id } = await app.post('/suppliers', { ...xochilt, external_id: 'p-1' });
  await app.put(`/suppliers/${id}`, {
    email: 'ventas@example.com',
    address: { zip: '36257', street: 'Sur' },
  });
  await app.del(`/suppliers/${id}`);
}

async function drafts(app: TestApp): Promise<void> {
  const draft = await created(app, { status: 'draft', customer: undefined });
  await app.put(`/invoices/${draft.id}`, { customer: universidad, conditions: 'Contado' });
  await app.post(`/invoices/${draft.id}/stamp`);
  const copy = await app.post(`/invoices/${draft.id}/copy`);
  await app.del(`/invoices/${copy.id}`);
  const left = await created(app, { status: 'draft' });
  const { metadata } = (await app.runtime.store.read(`invoice-${left.id}`))[0] as RecordedEvent;
  const letGo: InvoiceEvent = { type: 'ClaimsForgone', data: { at: new Date().toISOString() } };
  await store(app, `invoice-${left.id}`, 0, { ok: true, value: [letGo] }, metadata);
  const forgone = invoiceDecider.decide({ type: 'forgo', now: new Date(), at: -1 }, invoiceDecider.initial);
  await store(app, `invoice-${newId()}`, -1, forgone);
}

async function stamps(app: TestApp): Promise<void> {
  await app.api('POST', '/invoices', triggered('SANDBOX-REFUSED'));
  const { body } = await app.api('POST', '/invoices', triggered('SANDBOX-OUTAGE', { series: 'OUT' }));
  await happened(app, 'StampingDelayed');
  await app.put(`/invoices/${body.id}/status`);
}

async function payments(app: TestApp): Promise<void> {
  const owed = await created(app, { payment_form: '99', payment_method: 'PPD' });
  const data = { payment_form: '03', invoice: owed.id, amount: 100 };
  const paid = await app.post('/invoices', {
    ...{ type: 'P', customer: universidad, complements: [{ type: 'pago', data }] },
  });
  await app.del(`/invoices/${paid.id}?motive=02`);
  await happened(app, 'PaymentReverted');
  // One that is canceled before this invoice has heard of it.
  const stream = `invoice-${owed.id}`;
  const history = await app.runtime.store.read(stream);
  const disregarded = invoiceDecider.decide(
    { type: 'revert-payment', now: new Date(), payment: newId() },
    fold(invoiceDecider, history as unknown as InvoiceEvent[]),
  );
  await store(app, stream, history.length - 1, disregarded, history[0]?.metadata);
}

async function cancellations(app: TestApp): Promise<void> {
  const cancel = async (trigger: string): Promise<Json> => {
    const made = await app.post('/invoices', triggered(trigger));
    await app.api('DELETE', `/invoices/${made.id}?motive=02`);
    return made;
  };
  await cancel('SANDBOX-NOT-CANCELABLE');
  const outage = await cancel('SANDBOX-CANCEL-OUTAGE');
  await app.put(`/invoices/${outage.id}/status`);
  const rejected = await cancel('SANDBOX-CANCEL-PENDING-REJECTED');
  await app.put(`/invoices/${rejected.id}/status`);
  const pending = await cancel('SANDBOX-CANCEL-PENDING');
  await lookedAtLater(app, `invoice-${pending.id}`);
  const plain = await created(app);
  await app.del(`/invoices/${plain.id}?motive=03`);
}

/** A look after an hour, which finds nothing new. */
async function lookedAtLater(app: TestApp, stream: string): Promise<void> {
  const history = await app.runtime.store.read(stream);
  const now = new Date(Date.now() + 3_600_000);
  const answer = { number: 1, status: 'pending', at: now.toISOString() } as const;
  const decided = invoiceDecider.decide(
    { type: 'record-cancellation', now, answer: { ...answer, receipt_key: null, code: null, details: [] } },
    fold(invoiceDecider, history as unknown as InvoiceEvent[]),
  );
  await store(app, stream, history.length - 1, decided, history[0]?.metadata);
}

async function mails(app: TestApp, smtp: TestSmtp): Promise<void> {
  smtp.manners = {
    rcpt: (address) => (address.startsWith('nobody') ? 550 : address.startsWith('later') ? 451 : undefined),
  };
  const { id } = await created(app);
  for (const email of ['pagos@example.com', 'nobody@example.com', 'later@example.com'])
    await app.api('POST', `/invoices/${id}/email`, { email });
  for (const type of ['MailSent', 'MailFailed', 'MailDelayed']) await happened(app, type);
}

/** A document that the provider surely never stamped, in three days of outage. */
async function abandoned(app: TestApp): Promise<void> {
  const outage = triggered('SANDBOX-OUTAGE', { series: 'GONE', items: [line({ sku: 'SANDBOX-OUTAGE' })] });
  const { body } = await app.api('POST', '/invoices', outage);
  const stream = `stamping-${body.id}.1`;
  const history = await app.runtime.store.read(stream);
  const events = [...history] as unknown as StampingEvent[];
  const before = events.length;
  const decide = (decision: StampDecision) => {
    const decided = stampingDecider.decide(decision, fold(stampingDecider, events));
    if (!decided.ok) throw new Error(decided.refusal.code);
    events.push(...decided.value);
  };
  for (let days = 1; events.at(-1)?.type !== 'StampAbandoned'; days += 1) {
    if (days > 20) throw new Error('it is not given up');
    const now = new Date(Date.now() + days * 86_400_000);
    decide({ type: 'send', now, to: 'sandbox', attempt: days + 1 });
    decide({ type: 'record', now, answer: { kind: 'uncertain', certain: true, reason: 'outage' } });
  }
  await store(app, stream, before - 1, { ok: true, value: events.slice(before) }, history[0]?.metadata);
  await happened(app, 'StampingFailed');
}

const FACTS = {
  ...{ serial_number: '30001000000500003416', rfc: 'EKU9003173C9', use: 'test' as const },
  legal_name: 'ESCUELA KEMPER URGATE SA DE CV',
  ...{ valid_from: '2023-05-18T11:43:51.000Z', expires_at: '2027-05-18T11:43:51.000Z' },
};

/** Certificates that come into use, are about to end and go: years in a moment. */
async function certificates(app: TestApp): Promise<void> {
  const { id } = await app.newOrganization(await app.newUser(), 'Escuela');
  const set = {
    type: 'set-certificate' as const,
    facts: FACTS,
    stampedLive: false,
    at: '2026-11-21T18:00:00.000Z',
  };
  const commands: readonly OrganizationCommand[] = [
    { ...set, kind: 'csd' },
    { ...set, kind: 'fiel', facts: { ...FACTS, serial_number: '30001000000500003415' } },
    {
      ...{ type: 'notify-expiry', kind: 'csd', serialNumber: FACTS.serial_number },
      at: '2027-04-18T11:43:51.000Z',
    },
    { type: 'remove-certificate', kind: 'fiel', at: '2027-05-02T18:00:00.000Z' },
    { type: 'remove-certificate', kind: 'csd', at: '2027-05-03T18:00:00.000Z' },
  ];
  for (const command of commands) await decide(app, id, command);
}

/** An organization that is restored, and one that is destroyed: weeks in a moment. Its links, too. */
async function deletions(app: TestApp): Promise<void> {
  const user = await app.newUser();
  const { id } = await app.newOrganization(user, 'Cerrada');
  const link = { id: newId(), key_hash: '0'.repeat(64), expires_at: later(7) };
  await decide(app, id, { type: 'create-onboarding-link', link, at: later(0) });
  const uploaded = { type: 'set-certificate', kind: 'csd', facts: FACTS, stampedLive: false } as const;
  await decide(app, id, { ...uploaded, onboardingLink: link.id, at: later(1) });
  await app.del(`/organizations/${id}`, { key: user });
  await app.post(`/organizations/${id}/restore`, undefined, { key: user });
  await app.del(`/organizations/${id}`, { key: user });
  const live = { count: 1, unarchived: [{ year: 2026, month: 11, documents: 1 }] };
  await decide(app, id, { type: 'destroy', live, at: later(8) });
  await app.runtime.bus.send({
    ...{ id: randomUUID(), type: 'organizations.destroy', key: id, data: {}, time: later(16) },
    ...{ tenant: { organizationId: id, livemode: false }, actor: 'process:story', correlationId: newId() },
  });
  await happened(app, 'OrganizationDestroyed');
}

const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Stores what becomes of an organization by a command, which nobody is asked about. */
async function decide(app: TestApp, id: string, command: OrganizationCommand): Promise<void> {
  const stream = `organization-${id}`;
  const history = await app.runtime.store.read(stream);
  const state = fold(organizationDecider, history as unknown as OrganizationEvent[]);
  const decided = organizationDecider.decide(command, state);
  await store(app, stream, history.length - 1, decided, history[0]?.metadata);
}

/** The organization's past, a payment of it, its receiver who becomes a customer, and what it received, which its issuer cancels. */
async function imports(app: TestApp): Promise<void> {
  const [invoiced, paid, received, unknown] = Array.from({ length: 4 }, () => randomUUID().toUpperCase());
  const nobody = { ...customer, id: null, legal_name: 'ACEROS DEL PASADO', tax_id: 'ACR010101AB1' };
  const supplier = { id: newId(), legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6' };
  const documents = [
    imported(invoiced as string),
    imported(paid as string, { says: payingElsewhere([{ uuid: invoiced as string, amount: '16.00' }]) }),
    imported(received as string, { issuer_type: 'receiving', supplier, folio: 7 }),
    imported(unknown as string, { says: content({ customer: nobody }) }),
  ];
  const tenant = tenantOf(app);
  const envelope = () => ({
    ...{ id: randomUUID(), tenant, actor: 'process:story', correlationId: newId() },
    time: new Date().toISOString(),
  });
  const key = importedInvoiceId(tenant, received as string);
  const sat: SatStanding = { status: 'canceled', checked_at: new Date().toISOString(), efos: null };
  await app.runtime.bus.send({ ...envelope(), type: 'invoicing.import', key, data: { documents } });
  await app.runtime.bus.send({ ...envelope(), type: 'invoicing.record-sat-status', key, data: { sat } });
  const { legal_name, tax_id, tax_system, address } = nobody;
  await app.post('/customers', { legal_name, tax_id, tax_system, address: { zip: address.zip } });
  for (const type of ['PaymentMatched', 'CustomerRecognized']) await happened(app, type);
}

/** A second stamp of an invoice and of a retention: that takes two PACs, so what stamping would say of it is said here. */
async function surplus(app: TestApp): Promise<void> {
  const held = await app.post('/retentions', retention());
  const found = { uuid: randomUUID().toUpperCase(), pac: 'sw', status: 'found' } as const;
  for (const [type, { id: key }] of [
    ['invoicing.record-surplus-stamp', await created(app)],
    ['invoicing.record-retention-surplus-stamp', held],
  ] as const)
    for (const data of [found, { ...found, status: 'canceled' as const }])
      await app.runtime.bus.send({
        ...{ id: randomUUID(), type, key: key as string, data, tenant: tenantOf(app) },
        ...{ actor: 'process:story', correlationId: newId(), time: new Date().toISOString() },
      });
}

async function zips(app: TestApp): Promise<void> {
  const { runtime } = app;
  const note = await created(app, { type: 'E' });
  const [year, month] = localMonth(note.date).split('-').map(Number);
  const ask = (type: string): Promise<Json> =>
    app.post('/invoices/zip-requests', { year, month, invoice_types: [type] });
  const { rows } = await runtime.pool.query<{ xml_key: string }>(
    'SELECT xml_key FROM gateway.invoices WHERE id = $1',
    [note.id],
  );
  // Its document is lost: nothing can be put into the ZIP of its type.
  await runtime.pool.query('DELETE FROM platform.contents WHERE key = $1', [rows[0]?.xml_key]);
  await ask('E');
  const zip = await ask('I');
  await happened(app, 'ArchiveFinished');
  await happened(app, 'ArchiveFailed');
  await runtime.bus.send({
    ...{ id: randomUUID(), type: 'notifications.expire-archive', key: zip.id, data: { number: 1 } },
    ...{ tenant: tenantOf(app), actor: 'process:story', correlationId: newId() },
    time: new Date().toISOString(),
  });
}

const tenantOf = ({ demo }: TestApp) => ({ organizationId: demo.organization_id, livemode: false });

/** Stores what a decider has decided. */
async function store(
  app: TestApp,
  stream: string,
  expected: number,
  decided: Result<readonly DomainEvent[]>,
  metadata?: EventMetadata,
): Promise<void> {
  if (!decided.ok) throw new Error(decided.refusal.code);
  const own = { ...tenantOf(app), correlationId: newId(), actor: 'process:story' };
  const appended = await app.runtime.store.append(
    stream,
    expected,
    decided.value.map((event) => ({ ...event, id: randomUUID() })),
    { ...own, ...metadata, commandId: randomUUID() },
  );
  if (appended.kind !== 'appended') throw new Error(`${stream} was changed by others`);
}
