import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildComprobante, readReceived, type Comprobante, type ComprobanteInput } from '#cfdi';
import { csdOf, stampedXml, testPac } from '#cfdi/testing/stamped';
import { sampleInputs } from '#cfdi/testing/documents';
import { comprobante, concepto } from '#cfdi/testing/samples';
import type { InvoiceContent } from '#contracts';
import { comprobanteInput } from '../invoices/comprobante-input.js';
import { importedDocument, type ImportedDocument } from './imported.js';

const pac = testPac();
const csds = new Map<string, ReturnType<typeof csdOf>>();
const csdFor = (rfc: string) => csds.get(rfc) ?? csds.set(rfc, csdOf({ rfc })).get(rfc)!;

const build = (input: ComprobanteInput): Comprobante => {
  const built = buildComprobante(input);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  return built.value;
};

async function imported(document: Comprobante): Promise<ImportedDocument> {
  const read = readReceived(await stampedXml(document, csdFor(document.emisor.rfc), pac));
  if (!read.ok) throw new Error(`${read.why} ${JSON.stringify(read.details)}`);
  return importedDocument(read.value, 'xml');
}

/** The document that is built of what was imported. */
function rebuilt({ content, issue }: ImportedDocument, folio: string | undefined) {
  const input = comprobanteInput(content, issue.issuer, { ...issue, folio_number: null });
  return buildComprobante(folio === undefined ? input : { ...input, folio });
}

/**
 * Whether a document shows line by line all that it was built of: no taxes inside of a price or of the whole document alone, no
 * payment of more than its documents add up to.
 */
const isShown = ({ conceptos, complementos = [] }: ComprobanteInput): boolean =>
  complementos.every((one) => one.tipo !== 'pagos' || one.pagos.every(({ monto }) => monto === undefined)) &&
  conceptos.every(
    ({ impuestosIncluidos, impuestosLocales, impuestos }) =>
      !impuestosIncluidos &&
      impuestosLocales.length === 0 &&
      impuestos.every(({ iepsMode, base }) => base === undefined && !/^(unit|subtract)/.test(iepsMode ?? '')),
  );

describe('a document that is imported', () => {
  // Of the most alike every sixth: each takes twenty milliseconds to build, seal, stamp and read.
  const samples = sampleInputs().filter(([name], n) => /^cabeza/.test(name) || n % 6 === 0);
  const documents: [string, ComprobanteInput, Comprobante, ImportedDocument][] = [];
  beforeAll(async () => {
    for (const [name, input] of samples) {
      const document = build(input);
      documents.push([name, input, document, await imported(document)]);
    }
  });

  it('says of every document of our engine what it says', () => {
    const kinds = new Set<string>();
    for (const [name, , document, { content, issue, stamp, pays }] of documents) {
      kinds.add(content.type);
      expect([name, issue.totals.total, issue.totals.subtotal]).toEqual([
        name,
        document.total,
        document.subTotal,
      ]);
      expect([name, issue.fecha, issue.issuer.tax_id]).toEqual([name, document.fecha, document.emisor.rfc]);
      expect([stamp.timbre_xml, stamp.xml_key]).toEqual(['', 'xml']);
      const fixed = content.type === 'P' || content.type === 'N';
      expect([name, content.items.length]).toEqual([name, fixed ? 0 : document.conceptos.length]);
      if (content.type !== 'P') expect(pays).toEqual([]);
    }
    expect([...kinds].sort()).toEqual(['E', 'I', 'N', 'P', 'T']);
  });

  it('is built again as it was, wherever the document shows all that it was built of', () => {
    const wrong: string[] = [];
    let same = 0;
    for (const [name, , document, one] of documents.filter(([, input]) => isShown(input))) {
      const again = rebuilt(one, document.folio);
      if (!again.ok) wrong.push(`${name}: ${JSON.stringify(again.refusal.details?.slice(0, 2))}`);
      else if (textOf(again.value) !== textOf(document))
        wrong.push(`${name}: ${difference(again.value, document)}`);
      else same += 1;
    }
    expect(wrong).toEqual([]);
    expect(same).toBeGreaterThan(40);
  });

  it('has the folio as it is written, where it is more than a number', async () => {
    const folios = { 'A-12': [0, 'A-12'], '0012': [12, '0012'], '0': [0, '0'], '12': [12, undefined] };
    for (const [written, [number, folio]] of Object.entries(folios)) {
      const { issue } = await imported(build(comprobante({ folio: written, serie: 'X' })));
      expect([issue.folio_number, issue.folio, issue.series]).toEqual([number, folio, 'X']);
    }
  });

  it('knows its dates by the zone of its place of issue', async () => {
    const at = async (lugarExpedicion: string) =>
      (await imported(build(comprobante({ lugarExpedicion })))).issue.date;
    expect(await at('06300')).toBe('2026-11-20T16:30:00.000Z');
    expect(await at('77500')).toBe('2026-11-20T15:30:00.000Z');
    expect(await at('22000')).toBe('2026-11-20T18:30:00.000Z');
  });

  it('has the mode of its IEPS by the base of its IVA', async () => {
    const withIeps = (iepsMode: 'sum_before_taxes' | 'break_down') =>
      concepto({
        impuestos: [
          { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false },
          { impuesto: 'IEPS', tipoFactor: 'Tasa', tasa: '0.08', retencion: false, iepsMode },
        ],
      });
    for (const mode of ['sum_before_taxes', 'break_down'] as const) {
      const { content } = await imported(build(comprobante({ conceptos: [withIeps(mode)] })));
      const taxes = content.items[0]?.product.taxes ?? [];
      expect(taxes.map(({ type, base, ieps_mode }) => [type, base, ieps_mode])).toEqual([
        ['IVA', null, 'sum_before_taxes'],
        ['IEPS', null, mode],
      ]);
    }
  });

  it('of a payment adds up what is paid of each document', () => {
    const payments = documents.filter(([, { tipo }]) => tipo === 'P');
    for (const [name, , , { content, pays }] of payments) {
      const paid = documentsOf(content);
      const uuids = new Set(paid.map(({ uuid }) => uuid).filter((uuid) => /^[0-9A-F]{8}-/.test(uuid)));
      expect([name, new Set(pays.map(({ uuid }) => uuid))]).toEqual([name, uuids]);
      for (const { uuid, amount } of pays) {
        const sum = paid
          .filter((one) => one.uuid === uuid)
          .reduce((total, one) => total + Math.round(Number(one.amount) * 1e6), 0);
        expect(Math.round(Number(amount) * 1e6)).toBe(sum);
      }
    }
    expect(payments.length).toBeGreaterThan(5);
  });
});

const documentsOf = ({ complements = [] }: InvoiceContent) =>
  complements.flatMap((one) => (one.type === 'pago' ? one.data : [])).flatMap((one) => one.related_documents);

/** UUIDs in capitals, as the API has them; what fields say, in any order. */
const textOf = (document: Comprobante): string =>
  JSON.stringify(sorted(document)).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) =>
    uuid.toUpperCase(),
  );

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

function difference(one: unknown, other: unknown, path = ''): string {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other ? '' : `${path}: ${String(one).slice(0, 80)} / ${String(other).slice(0, 80)}`;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .map((key) => difference(a[key], b[key], `${path}.${key}`))
    .filter((text) => text !== '')
    .slice(0, 3)
    .join('; ');
}
