import type { InvoicePdfModel } from './model.js';

export interface Marks {
  /** The bar on top of the first page. */
  banner: { text: string; detail: string; tone: 'test' | 'draft' | 'canceled' } | undefined;
  /** Words behind every page, each on its own line. */
  watermark: string[];
}

const TEST_DETAIL = 'Documento del ambiente de pruebas: no es un comprobante fiscal.';

/** The marks without which a document could be taken for a valid invoice. */
export function marksOf({ livemode, status }: Pick<InvoicePdfModel, 'livemode' | 'status'>): Marks {
  const state = stateMark(status);
  const test = 'SIN VALIDEZ FISCAL';
  if (!state) {
    return livemode
      ? { banner: undefined, watermark: [] }
      : { banner: { text: test, detail: TEST_DETAIL, tone: 'test' }, watermark: [test] };
  }
  const { word, detail, tone } = state;
  return livemode
    ? { banner: { text: word, detail, tone }, watermark: [word] }
    : {
        banner: { text: `${word} · ${test}`, detail: `${detail} ${TEST_DETAIL}`, tone },
        watermark: [word, test],
      };
}

function stateMark(
  status: InvoicePdfModel['status'],
): { word: string; detail: string; tone: 'draft' | 'canceled' } | undefined {
  switch (status) {
    case 'draft':
      return { word: 'BORRADOR', detail: 'Este documento todavía no ha sido timbrado.', tone: 'draft' };
    case 'pending':
      return { word: 'EN PROCESO', detail: 'El timbrado de este documento está en proceso.', tone: 'draft' };
    case 'failed':
      return { word: 'NO TIMBRADO', detail: 'Este documento no pudo ser timbrado.', tone: 'canceled' };
    case 'canceled':
      return { word: 'CANCELADO', detail: 'Este comprobante fue cancelado ante el SAT.', tone: 'canceled' };
    case 'valid':
      return undefined;
  }
}
