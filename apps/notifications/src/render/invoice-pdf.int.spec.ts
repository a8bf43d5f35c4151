import { afterAll, describe, expect, it } from '@jest/globals';
import { sampleInputs } from '#cfdi/testing/documents';
import { paidDocument, pago, pagoComprobante } from '#cfdi/complementos/pagos/testing/samples';
import { modelOf } from './testing-documents.js';
import { payslip } from './testing-payslip.js';
import type { GivenPdfOptions } from '#pdf/model';
import { invoiceHtml, openPdfPrinter, renderAcusePdf, renderInvoicePdf } from '#pdf';
import { sampleAcuse, sampleInvoice, sampleItem } from '#pdf/testing/sample-model';
import { hasPoppler, pageCount, poppler, textOf } from '#pdf/testing/tools';

// Its own time-out is not what these are about.
const printer = openPdfPrinter({ timeoutMs: 200_000 });
afterAll(() => printer.close());

const readable = hasPoppler();
const itReads = readable ? it : it.skip;
if (!readable) console.warn('pdftotext is not installed: the text of PDFs is not checked');

/** The text of each page. */
const pagesOf = (pdf: Buffer): string[] => poppler('pdftotext', pdf).split('\f').slice(0, -1);

describe('the PDF of an invoice', () => {
  it('of three lines is one page, on Letter paper, with its title', async () => {
    const pdf = await renderInvoicePdf(printer, sampleInvoice());
    expect(pageCount(pdf)).toBe(1);
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 612 79[12]/);
    expect(pdf.length).toBeLessThan(150_000);
  });

  itReads('can be read back', async () => {
    const [page = ''] = pagesOf(await renderInvoicePdf(printer, sampleInvoice()));
    for (const part of [
      'PANADERÍA Y CAFÉ NIÑO ARTILLERO',
      '3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34',
      'COMERCIALIZADORA PEÑA & HIJOS',
      'Mantenimiento “preventivo” de molinos',
      '$22,040.75',
      'VEINTIDÓS MIL CUARENTA PESOS 75/100 M.N.',
      'Página 1 de 1',
    ]) {
      expect(page).toContain(part);
    }
    expect(page).not.toContain('SIN VALIDEZ');
  });

  itReads('shows markup that somebody typed as text', async () => {
    const text = '<script>alert(1)</script><b>negrita</b> {{total}}';
    const pages = pagesOf(await renderInvoicePdf(printer, sampleInvoice({ items: [sampleItem(text)] })));
    expect(pages.join('')).toContain(text);
  });

  itReads('of 500 lines repeats its header and numbers its pages, every line whole and once', async () => {
    const items = Array.from({ length: 500 }, (_, i) => sampleItem(`Producto-${i + 1}-fin`));
    const pdf = await renderInvoicePdf(printer, sampleInvoice({ items, livemode: false }));
    const pages = pagesOf(pdf);
    expect(pages.length).toBe(pageCount(pdf));
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.length).toBeLessThan(40);
    pages.forEach((page, i) => {
      expect(page).toContain(`Página ${i + 1} de ${pages.length}`);
      expect(page).toMatch(/Cantidad\s+Unidad\s+Descripción/);
      // No row is cut: each has its description and its amounts on the same page.
      expect(page.match(/IVA 16%: 160\.00/g)?.length).toBe(page.match(/Producto-\d+-fin/g)?.length);
    });
    expect(pages.join('').match(/Producto-\d+-fin/g)).toEqual(
      items.map(({ product }) => product.description),
    );
  });

  itReads('wraps long descriptions and unbroken words inside of their column', async () => {
    const word = 'SUPERCALIFRAGILISTICOESPIALIDOSO'.repeat(31);
    const pages = pagesOf(await renderInvoicePdf(printer, sampleInvoice({ items: [sampleItem(word)] })));
    const text = pages.join('');
    const cell = text.slice(text.indexOf('Importe') + 'Importe'.length, text.indexOf('Clave 81112101'));
    const lines = cell.match(/[A-Z]{2,}/g) ?? [];
    expect(lines.length).toBeGreaterThan(10);
    // Nothing was cut off at the column's edge.
    expect(lines.join('')).toBe(word);
  });

  itReads('in Test says on every page that it has no fiscal validity', async () => {
    const items = Array.from({ length: 60 }, (_, i) => sampleItem(`Línea ${i}`));
    const pdf = await renderInvoicePdf(printer, sampleInvoice({ items, livemode: false }));
    const marked = await renderInvoicePdf(printer, sampleInvoice({ items }));
    expect(pagesOf(pdf)[0]).toContain('SIN VALIDEZ FISCAL');
    // Poppler reads a slanted word letter by letter: the mark is there where a page has more letters than in Live.
    const letters = (page: string) => page.replace(/[^A-Z]/g, '').length;
    const live = pagesOf(marked);
    expect(pagesOf(pdf).map((page, i) => i === 0 || letters(page) > letters(live[i] ?? ''))).not.toContain(
      false,
    );
  });

  it('repeats its seals on every page if asked to', async () => {
    const items = Array.from({ length: 60 }, (_, i) => sampleItem(`Línea ${i}`));
    const pdf = await renderInvoicePdf(
      printer,
      sampleInvoice({ items, pdf_options: { repeat_signature: true } }),
    );
    expect(pageCount(pdf)).toBeGreaterThan(3);
    if (!readable) return;
    for (const page of pagesOf(pdf)) expect(page).toMatch(/SELLO DIGITAL DEL SAT/i);
  });
});

describe('the pages of a PDF', () => {
  it.each(['valid', 'canceled', 'draft'] as const)('a payslip that is %s is one', async (status) => {
    for (const livemode of [true, false]) {
      const model = modelOf(payslip(), { livemode, status, ...(status === 'draft' && { stamp: null }) });
      expect(pageCount(await renderInvoicePdf(printer, model))).toBe(1);
    }
  });

  itReads('the payslip names net pay, position and contract, and has a line to sign on', async () => {
    const [page = ''] = pagesOf(await renderInvoicePdf(printer, modelOf(payslip())));
    expect(page).toMatch(/Neto pagado MXN +\$6,924\.91/);
    for (const part of ['Auxiliar administrativo', '01 - Contrato de trabajo por tiempo indeterminado'])
      expect(page).toContain(part);
    expect(page).toContain('Firma del trabajador: INGRID XODAR JIMENEZ');
  });

  itReads('a payment of three invoices is one, and no folio of them is broken', async () => {
    const uuids = ['8C210A19-EB62-49FA-881C-559AABAC699D', 'DA56E27D-55A2-4569-8F98-818CCA50C862'];
    uuids.push('DEF37B1A-C00B-4B35-B948-338A4A22E28D');
    const documentos = uuids.map((idDocumento) =>
      paidDocument({ idDocumento, serie: 'PPD', folio: '128', importePagado: '580' }),
    );
    const model = modelOf(pagoComprobante([pago({ documentos })]), { livemode: false });
    const pages = pagesOf(await renderInvoicePdf(printer, model));
    expect(pages).toHaveLength(1);
    for (const uuid of uuids) expect(pages[0]).toContain(uuid);
  });

  it('a canceled invoice with motive and substitute, and one with emoji, is one', async () => {
    const cancellation = { motive: '01', substitutionUUID: 'AAAAAAAA-9C4E-4D81-B7A5-6E0D9C1F2A34' } as const;
    const canceled = sampleInvoice({ status: 'canceled', cancellation, livemode: false });
    const emoji = sampleInvoice({ items: [sampleItem('Café ☕ 👩‍👩‍👧 汉字 العربية हिन्दी')] });
    for (const model of [canceled, emoji]) expect(pageCount(await renderInvoicePdf(printer, model))).toBe(1);
  });

  itReads('none has nothing but seals, nor nothing but seals and totals', async () => {
    // Of these numbers of lines, some end just where totals or seals no longer fit.
    for (let count = 3; count <= 26; count += 1) {
      const items = Array.from({ length: count }, (_, i) => sampleItem(`Producto-${i + 1}-fin`));
      const pages = pagesOf(await renderInvoicePdf(printer, sampleInvoice({ items })));
      const last = pages.at(-1) ?? '';
      expect([count, last.includes(`Producto-${count}-fin`)]).toEqual([count, true]);
      expect(last).toMatch(/Total MXN[\s\S]*SELLO DIGITAL DEL SAT/);
    }
  });

  itReads('of forty lines are three, of long texts two', async () => {
    const items = Array.from({ length: 40 }, (_, i) => sampleItem(`Producto-${i + 1}-fin`));
    expect(pagesOf(await renderInvoicePdf(printer, sampleInvoice({ items })))).toHaveLength(3);
    const long = sampleInvoice({
      items: [sampleItem('Servicio de consultoría especializada '.repeat(26).trim())],
      conditions: 'Condición larga. '.repeat(55).trim(),
      pdf_custom_section: `<p>${'Aviso de privacidad. '.repeat(120)}</p>`,
    });
    const pages = pagesOf(await renderInvoicePdf(printer, long));
    expect(pages).toHaveLength(2);
    expect(pages[1]).toMatch(/Aviso de privacidad[\s\S]*SELLO DIGITAL DEL SAT/);
  });
});

describe('the PDF of a document with complements', () => {
  const documents = new Map(sampleInputs());
  const print = async (name: string, pdf_options: GivenPdfOptions = {}): Promise<string> => {
    const input = documents.get(name);
    if (!input) throw new Error(name);
    const pdf = await renderInvoicePdf(printer, modelOf(input, { pdf_options }));
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 612 79[12]/);
    return pagesOf(pdf).join('\n').replace(/\s+/g, ' ');
  };

  itReads('payments with their documents, balances, taxes and totals', async () => {
    const text = await print('pago 1');
    for (const part of [
      'Pago 1 de 2',
      'Pago 2 de 2',
      'SPEI & <1>',
      '1,160.00 900.00 260.00',
      'Total pagado MXN',
    ])
      expect(text).toContain(part);
  });

  itReads('a payroll, earnings beside deductions', async () => {
    const text = await print('nómina 5', { payroll_options: { puesto: true } });
    expect(text).toMatch(/Percepciones Deducciones/);
    expect(text).toMatch(/Horas extra Incapacidades/);
    expect(text).toMatch(/Separación o indemnización Jubilación, pensión o retiro/);
    expect(text).toContain('Ingeniera de software');
    expect(text).toContain('$12,421.11');
  });

  itReads.each([1, 7, 9, 15])('a Carta Porte %i, unless asked not to', async (number) => {
    const shown = await print(`carta porte ${number}`);
    const hidden = number === 1 ? await print('carta porte 1', { render_carta_porte: false }) : '';
    for (const part of [
      'Carta Porte 3.1',
      'Ubicaciones',
      'Figuras del transporte',
      'Verificación de la Carta Porte',
    ]) {
      expect(shown).toContain(part);
      expect(hidden).not.toContain(part);
    }
    expect(shown).toMatch(/Autotransporte federal|Transporte (marítimo|aéreo|ferroviario)/);
  });

  it.each([
    ['carta porte 1', 4],
    ['carta porte 7', 5],
    ['carta porte 9', 4],
    ['comercio exterior 1', 2],
  ])('%s has %i pages', async (name, pages) => {
    const input = documents.get(name);
    if (!input) throw new Error(name);
    const model = modelOf(input, { pdf_options: { render_comercio_exterior: true } });
    expect(pageCount(await renderInvoicePdf(printer, model))).toBe(pages);
  });

  itReads('words without a place to break stay inside of their columns', async () => {
    const word = 'M'.repeat(40);
    const input = documents.get('carta porte 1');
    if (!input) throw new Error('no document');
    const long = JSON.parse(
      JSON.stringify(input).replaceAll('Llantas & <rines> \\"A\\"', word),
    ) as typeof input;
    const pdf = await renderInvoicePdf(printer, modelOf(long, { pdf_options: { render_carta_porte: true } }));
    // What runs over the page's edge is cut off there, and its letters with it.
    const words = (text: string) => text.match(/M{2,}/g)?.join('').length ?? 0;
    const html = invoiceHtml(modelOf(long, { pdf_options: { render_carta_porte: true } }));
    expect(words(textOf(html))).toBeGreaterThan(40 * 10);
    expect(words(pagesOf(pdf).join('\n'))).toBe(words(textOf(html)));
  });

  it('of 5000 lines takes seconds, and has every one of them', async () => {
    const items = Array.from({ length: 5000 }, (_, i) => sampleItem(`Producto-${i + 1}-fin`));
    const started = performance.now();
    const pdf = await renderInvoicePdf(printer, sampleInvoice({ items }));
    // About six where nothing else runs; on a busy machine several times that.
    expect(performance.now() - started).toBeLessThan(100_000);
    expect(pageCount(pdf)).toBeGreaterThan(150);
    if (!readable) return;
    expect(
      new Set(
        pagesOf(pdf)
          .join('')
          .match(/Producto-\d+-fin/g),
      ).size,
    ).toBe(5000);
  }, 240_000);
});

describe('the PDF of an acuse', () => {
  it('is one page', async () => {
    const pdf = await renderAcusePdf(printer, sampleAcuse());
    expect(pageCount(pdf)).toBe(1);
    if (!readable) return;
    const [page = ''] = pagesOf(pdf);
    expect(page).toContain('01 - Comprobante emitido con errores con relación');
    expect(page).toMatch(/Folio fiscal que lo sustituye +AAAAAAAA-9C4E-4D81-B7A5-6E0D9C1F2A34/);
  });
});
