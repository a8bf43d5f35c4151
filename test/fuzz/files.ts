import { zipSync } from 'fflate';
import { invoice, triggered } from '../support/bodies.js';
import type { Json, TestApp, TestOrganization } from '../support/app.js';
import { INBOUND } from '../support/mails.js';
import type { Operation } from './document.js';
import type { Random } from './random.js';
import type { Kind } from './requests.js';
import { wildText } from './values.js';

/** What a tenant is sent that is no JSON. */
export interface Files {
  /** XML that somebody else has issued, and that the tenant may import. */
  readonly documents: readonly Buffer[];
  /** Where the tenant gets mails. */
  readonly address: string;
}

/** What others have of the tenants that are tried: documents for them, and requests to cancel some. */
export interface Supplied {
  readonly documents: readonly Buffer[];
  /** UUIDs of requests that wait for an answer. */
  readonly petitions: readonly string[];
}

/** As whom a tenant without an RFC of its own issues in Test. */
const RECEIVER = {
  ...{ legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
  address: { zip: '42501' },
};
const LEGAL = { name: 'P', legal_name: 'PROVEEDORA', tax_id: 'PEJ010203AB1', tax_system: '601' };

/** A supplier with documents of each kind, and somebody with the RFC of the tenants: their past. */
export async function supply(app: TestApp): Promise<Supplied> {
  const user = await app.newUser();
  const [supplier, past] = [
    await app.newOrganization(user, 'Proveedora'),
    await app.newOrganization(user, 'Antes'),
  ];
  const legal = { ...LEGAL, address: { zip: '06300' } };
  await app.put(`/organizations/${supplier.id}/legal`, legal, { key: user });
  const documents: Buffer[] = [];
  const petitions: string[] = [];
  const issue = async ({ key }: TestOrganization, body: Json): Promise<Json> => {
    const made = await app.post('/invoices', body, { key });
    documents.push((await app.api('GET', `/invoices/${made.id}/xml`, undefined, { key })).bytes);
    return made;
  };
  for (const [from, over] of [
    [supplier, { customer: RECEIVER }],
    [past, {}],
  ] as const) {
    await issue(from, invoice(over));
    await issue(from, invoice({ ...over, currency: 'USD', exchange: 18.5, conditions: 'A & <b> "ñ"' }));
    const owed = await issue(from, invoice({ ...over, payment_method: 'PPD', payment_form: '99' }));
    const paid = { payment_form: '03', invoice: owed.id, amount: 100 };
    const customer = owed.customer.id as string;
    await issue(from, { type: 'P', customer, complements: [{ type: 'pago', data: [paid] }] });
  }
  for (let left = 6; left > 0; left -= 1) {
    const asked = await issue(supplier, triggered('SANDBOX-CANCEL-PENDING', { customer: RECEIVER }));
    await app.del(`/invoices/${asked.id}?motive=02`, { key: supplier.key });
    petitions.push(asked.uuid as string);
  }
  return { documents, petitions };
}

interface Content {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** The content of a request to an operation that takes files; undefined of those that take none. */
export function fileTo(random: Random, files: Files, { id }: Operation, kind: Kind): Content | undefined {
  if (id === 'POST /v2/invoices/import') return formOf(random, kind, uploadOf(random, files, kind));
  if (id === 'POST /v2/inbound-mail') return mailTo(random, files, kind);
  return undefined;
}

/** The credentials of the mail provider. */
export const providers = (random: Random): { headers: Record<string, string>; stranger: boolean } => {
  const secret = INBOUND.TIMBRA_INBOUND_SECRET;
  const basic = Buffer.from(`timbra:${secret}`).toString('base64');
  if (random.chance(0.9)) {
    return {
      headers: { authorization: random.pick([`Bearer ${secret}`, `Basic ${basic}`]) },
      stranger: false,
    };
  }
  const authorization = random.pick([`Bearer ${secret}x`, `Basic ${secret}`, 'Bearer', 'Basic Og==', '']);
  return { headers: { authorization }, stranger: true };
};

const NAMES = [
  'cfdi.xml',
  'a/b/ñ.XML',
  '../../etc/passwd',
  'C:\\x.xml',
  '.xml',
  '__MACOSX/._a.xml',
  'x'.repeat(300),
];

/** An XML, or a ZIP of some; whole, or with something wrong. */
function uploadOf(random: Random, files: Files, kind: Kind): Buffer {
  if (kind === 'wild' && random.chance(0.4)) return Buffer.from(wildText(random).repeat(random.int(0, 50)));
  const document = (): Buffer => {
    const one = random.pick(files.documents);
    return kind !== 'valid' && random.chance(0.7) ? damageXml(random, one) : one;
  };
  if (random.chance(0.6)) return document();
  const entries = Array.from({ length: random.int(0, 5) }, () => [
    kind === 'valid' ? `${random.int(0, 99)}.xml` : random.pick([...NAMES, wildText(random).slice(0, 200)]),
    random.chance(0.15) ? Buffer.from(wildText(random)) : document(),
  ]);
  const zip = Buffer.from(zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>));
  return kind !== 'valid' && random.chance(0.4) ? damageBytes(random, zip) : zip;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/** A document with one thing changed: most of them break its seal, its structure, or its being XML. */
function damageXml(random: Random, document: Buffer): Buffer {
  const xml = document.toString();
  const places = [...xml.matchAll(/ [\w:]+="[^"]*"/g)];
  const { 0: attribute, index } = random.pick(places);
  const instead = (text: string): Buffer =>
    Buffer.from(xml.slice(0, index) + text + xml.slice(index + attribute.length));
  const name = attribute.slice(0, attribute.indexOf('='));
  const element = (/<tfd:[^>]*\/>|<cfdi:Concepto .*?<\/cfdi:Concepto>/s.exec(xml) ?? [''])[0];
  switch (random.int(0, 9)) {
    case 0:
      return instead('');
    case 1:
      return instead(attribute + attribute);
    case 2:
      return instead(`${name}="${escaped(wildText(random))}"`);
    case 3:
      return instead(`${name}="${wildText(random)}"`);
    case 4:
      return Buffer.from(xml.replace(element, element.repeat(random.int(0, 1) * 2)));
    case 5: {
      const doctype = `<!DOCTYPE a [<!ENTITY b "${'b'.repeat(random.int(1, 9999))}">]>`;
      return Buffer.from(xml.replace('?>', `?>${doctype}`).replace(attribute, `${name}="&b;"`));
    }
    case 6: {
      const encoding = random.pick(['UTF-16', 'ISO-8859-1', 'windows-1252', 'x']);
      const bytes = random.pick<BufferEncoding>(['utf16le', 'latin1', 'utf8']);
      return Buffer.from(xml.replace('UTF-8', encoding), bytes);
    }
    case 7:
      return Buffer.from(`\ufeff${xml.replace(/\?>/, `?>${' '.repeat(random.int(0, 9000))}`)}`);
    case 8:
      return Buffer.from(
        xml.replace(/"(\d+)(\.\d+)?"/g, (all) => (random.chance(0.1) ? `"-${all.slice(1)}` : all)),
      );
    default:
      return damageBytes(random, document);
  }
}

/** Bytes that are cut, turned over or written twice. */
function damageBytes(random: Random, whole: Buffer): Buffer {
  const at = random.int(0, Math.max(0, whole.length - 1));
  if (random.chance(0.3)) return whole.subarray(0, at);
  if (random.chance(0.2)) return Buffer.concat([whole.subarray(at), whole]);
  const damaged = Buffer.from(whole);
  for (let left = random.int(1, 8); left > 0 && whole.length > 0; left -= 1)
    damaged[random.int(0, whole.length - 1)] = random.int(0, 255);
  return damaged;
}

const quoted = (text: string): string => text.replace(/[\r\n"\0]/g, ' ').slice(0, 500);

/** A form with the file, in the way of clients, or nearly. */
function formOf(random: Random, kind: Kind, file: Buffer, field = 'file'): Content {
  const boundary = `limite${random.int(0, 999_999)}`;
  const isRight = kind === 'valid' || random.chance(0.6);
  const name = isRight
    ? field
    : random.pick(['archivo', '', 'file[]', '__proto__', quoted(wildText(random))]);
  const fileName = isRight ? 'cfdi.xml' : quoted(random.pick([...NAMES, wildText(random)]));
  const ending = random.chance(0.8) || isRight ? '--' : random.pick(['', 'x', '--\r\n--']);
  const part = (text: string): Buffer =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${text}\r\n\r\n`);
  const kinds = [`; filename="${fileName}"`, `; filename="${fileName}"\r\ncontent-type: text/xml`, ''];
  const parts = Array.from({ length: isRight ? 1 : random.int(0, 3) }, () =>
    Buffer.concat([part(isRight ? (kinds[0] ?? '') : random.pick(kinds)), file, Buffer.from('\r\n')]),
  );
  const said = kind === 'wild' && random.chance(0.2) ? random.pick(['', 'otro', '"']) : boundary;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${said}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}${ending}\r\n`)]),
  };
}

/** A mail with documents, by itself or in a provider's form. */
function mailTo(random: Random, files: Files, kind: Kind): Content {
  const to = random.chance(0.8) ? files.address : `${quoted(wildText(random))}@in.example.mx`;
  const attachments = Array.from({ length: random.int(0, 3) }, () => uploadOf(random, files, kind));
  const line = (text: string): string => text.replace(/[\r\n]/g, ' ');
  const head = [
    `From: ${line(kind === 'valid' ? 'ventas@proveedora.mx' : wildText(random)).slice(0, 900)}`,
    `To: ${line(to)}`,
    `Subject: ${line(wildText(random)).slice(0, 900)}`,
    `Message-ID: <${random.int(0, 50)}@proveedora.mx>`,
    'Content-Type: multipart/mixed; boundary=b',
  ];
  const body = attachments.map(
    (bytes) =>
      `--b\r\nContent-Type: ${random.pick(['text/xml', 'application/zip', 'application/octet-stream'])}\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`,
  );
  const whole = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body.join('')}--b--\r\n`);
  const raw = kind !== 'valid' && random.chance(0.5) ? damageBytes(random, whole) : whole;
  if (random.chance(0.3)) return formOf(random, kind, raw, random.pick(['email', 'body-mime']));
  return { headers: { 'content-type': 'message/rfc822' }, body: raw };
}
