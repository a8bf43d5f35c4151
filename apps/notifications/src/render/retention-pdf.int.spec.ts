import { afterAll, expect, it } from '@jest/globals';
import { retencion } from '#cfdi/testing/retenciones';
import { openPdfPrinter, retentionHtml } from '#pdf';
import { hasPoppler, pageCount, poppler } from '#pdf/testing/tools';
import { COMPLEMENTS, retentionModelOf } from './testing-retentions.js';

// Its own time-out is not what these are about.
const printer = openPdfPrinter({ timeoutMs: 200_000 });
afterAll(() => printer.close());

it('a retention with a complement is one page', async () => {
  const model = retentionModelOf({}, {}, COMPLEMENTS['planesderetiro11']);
  const pdf = await printer.print(retentionHtml(model));
  expect(pageCount(pdf)).toBe(1);
  expect(pdf.length).toBeLessThan(150_000);
});

it('one with thirty withheld taxes repeats the heading of their table, and numbers its pages', async () => {
  const impRetenidos = Array.from({ length: 30 }, (_, i) => ({
    ...({ impuesto: 'ISR', tipoPagoRet: '04', baseRet: '1000' } as const),
    montoRet: `${i + 1}`,
  }));
  const totales = { ...retencion().totales, montoTotOperacion: '30000', impRetenidos };
  const pdf = await printer.print(retentionHtml(retentionModelOf({ totales }, { livemode: false })));
  expect(pageCount(pdf)).toBe(2);
  if (!hasPoppler()) return;
  const pages = poppler('pdftotext', pdf).split('\f').slice(0, -1);
  pages.forEach((page, i) => {
    expect(page).toContain(`Página ${i + 1} de 2`);
    expect(page).toMatch(/Impuesto\s+Tipo de pago\s+Base\s+Monto retenido/);
  });
  expect(pages.join('').match(/04 - Pago provisional ISR/g)).toHaveLength(30);
});
