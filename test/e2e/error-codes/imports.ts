import { buildComprobante, type ComprobanteInput } from '#cfdi';
import { testCsd } from '#cfdi/testing/certificates';
import { comprobante } from '#cfdi/testing/samples';
import { stampedXml, testPac } from '#cfdi/testing/stamped';
import type { TestApp } from '../../support/app.js';
import { line, universidad } from '../../support/bodies.js';
import { documentForm, zipOf } from '../../support/imports.js';
import { reached, type Reached } from './row.js';

/** Codes of documents of others that are imported. */

const REQUEST = 'POST /invoices/import';
const asked = (bytes: Uint8Array | string, part?: string) => ({
  request: REQUEST,
  body: documentForm(bytes, 'cfdi.xml', part),
});

/** The XML of an invoice that somebody else has issued, and their key. */
async function issued(app: TestApp, customer: object): Promise<{ xml: string; key: string }> {
  const user = await app.newUser();
  const { key, id: organization } = await app.newOrganization(user, 'Proveedora');
  const legal = { name: 'P', legal_name: 'PROVEEDORA', tax_id: 'PEJ010203AB1', tax_system: '601' };
  await app.put(
    `/organizations/${organization}/legal`,
    { ...legal, address: { zip: '06300' } },
    { key: user },
  );
  const { id } = await app.post('/invoices', { customer, items: [line()], payment_form: '03' }, { key });
  return { key, xml: (await app.api('GET', `/invoices/${id}/xml`, undefined, { key })).bytes.toString() };
}
const ours = async (app: TestApp): Promise<object> => {
  const { legal } = await app.get('/organizations/me');
  const { legal_name, tax_id, tax_system, address } = legal;
  return { legal_name, tax_id, tax_system, address: { zip: address.zip } };
};
const received = async (app: TestApp) => (await issued(app, await ours(app))).xml;

/** A code of a document that was received and changed. */
const changed = (code: string, change: (xml: string) => string): Reached =>
  reached(code, 400, async ({ app }) => asked(change(await received(app))), 'file');

const tfdOf = (xml: string): string => /<tfd:TimbreFiscalDigital[^>]*\/>/.exec(xml)?.[0] ?? '';

/** A document of our engine that nobody trusted has certified. */
async function madeAtHome(over: Partial<ComprobanteInput> = {}): Promise<string> {
  const built = buildComprobante(comprobante(over));
  if (!built.ok) throw new Error(built.refusal.code);
  return stampedXml(built.value, testCsd(), testPac());
}

export const importCodes: readonly Reached[] = [
  reached('invoice_import_file_required', 400, () => asked('x', 'archivo'), 'file'),
  reached('invoice_import_unreadable', 400, () => asked('<a'), 'file'),
  reached('invoice_import_not_xml', 400, () => asked('hola'), 'file'),
  reached('invoice_import_not_cfdi', 400, () => asked('<a/>'), 'file'),
  reached('invoice_import_zip_invalid', 400, () => asked(zipOf({ 'a.xml': '<a/>' }).slice(0, -9)), 'file'),
  reached(
    'invoice_import_too_large',
    413,
    () => asked(zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}`, ''])))),
    'file',
  ),
  reached(
    'invoice_import_retention',
    400,
    () => asked('<r:Retenciones xmlns:r="http://www.sat.gob.mx/esquemas/retencionpago/2"/>'),
    'file',
  ),
  changed('invoice_import_version_not_supported', (xml) =>
    xml.replaceAll('sat.gob.mx/cfd/4', 'sat.gob.mx/cfd/3'),
  ),
  changed('invoice_import_not_stamped', (xml) => xml.replace(tfdOf(xml), '')),
  changed('invoice_import_stamped_twice', (xml) => xml.replace(tfdOf(xml), tfdOf(xml).repeat(2))),
  // The answer's place is that of its first detail.
  reached('invoice_import_structure_invalid', 400, async ({ app }) =>
    asked((await received(app)).replace(' Exportacion="01"', '')),
  ),
  changed('invoice_import_seal_invalid', (xml) => xml.replace(/ Folio="\d+"/, ' Folio="987654"')),
  changed('invoice_import_stamp_invalid', (xml) => xml.replace(/ UUID="..../, ' UUID="0000')),
  reached('invoice_import_certificate_not_trusted', 400, async () => asked(await madeAtHome()), 'file'),
  reached(
    'invoice_import_other_taxpayer',
    400,
    async ({ app }) => asked((await issued(app, universidad)).xml),
    'file',
  ),
  reached(
    'invoice_import_duplicate',
    409,
    async ({ app }) => {
      const xml = await received(app);
      await app.post('/invoices/import', documentForm(xml));
      return asked(xml);
    },
    'file',
  ),
];
