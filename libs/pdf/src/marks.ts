import { cancellationMotives } from './labels.js';
import type { InvoicePdfModel } from './model.js';

export interface Marks {
  /** The bar on top of the first page. */
  banner: { text: string; detail: string; tone: 'test' | 'draft' | 'canceled' } | undefined;
  /** Words behind every page, each on its own line. */
  watermark: string[];
  /** The words are few enough for large letters. */
  shortMark: boolean;
}

const TEST = 'SIN VALIDEZ FISCAL';
const TEST_DETAIL = 'Emitido en el ambiente de pruebas: no es un comprobante fiscal.';

const PREVIEW = 'VISTA PREVIA';
const PREVIEW_DETAIL = 'Muestra un comprobante que aún no existe.';

interface Marked {
  readonly livemode: boolean;
  readonly status: InvoicePdfModel['status'];
  readonly cancellation?: InvoicePdfModel['cancellation'];
}

/** The marks without which a document could be taken for a valid invoice. */
export function marksOf({ livemode, status, cancellation }: Marked): Marks {
  if (status === 'preview')
    return {
      banner: { text: `${PREVIEW} · ${TEST}`, detail: PREVIEW_DETAIL, tone: 'draft' },
      watermark: [PREVIEW, TEST],
      shortMark: false,
    };
  const state = stateMark(status, cancellation);
  if (!state) {
    return livemode
      ? { banner: undefined, watermark: [], shortMark: false }
      : { banner: { text: TEST, detail: TEST_DETAIL, tone: 'test' }, watermark: [TEST], shortMark: false };
  }
  const { word, detail, tone } = state;
  return livemode
    ? { banner: { text: word, detail, tone }, watermark: [word], shortMark: true }
    : {
        banner: { text: `${word} · ${TEST}`, detail: `${detail} ${TEST_DETAIL}`, tone },
        watermark: [word, TEST],
        shortMark: false,
      };
}

function stateMark(
  status: Exclude<InvoicePdfModel['status'], 'preview'>,
  cancellation: Marked['cancellation'],
): { word: string; detail: string; tone: 'draft' | 'canceled' } | undefined {
  switch (status) {
    case 'draft':
      return { word: 'BORRADOR', detail: 'Aún no ha sido timbrado.', tone: 'draft' };
    case 'pending':
      return { word: 'EN PROCESO', detail: 'Su timbrado está en proceso.', tone: 'draft' };
    case 'failed':
      return { word: 'NO TIMBRADO', detail: 'No pudo ser timbrado.', tone: 'canceled' };
    case 'canceled':
      return { word: 'CANCELADO', detail: cancellationText(cancellation), tone: 'canceled' };
    case 'valid':
      return undefined;
  }
}

/** Why it was canceled and what replaces it, as far as this service knows. */
function cancellationText(cancellation: Marked['cancellation']): string {
  const { motive, substitutionUUID } = cancellation ?? {};
  return [
    'Este comprobante fue cancelado ante el SAT.',
    motive && `Motivo: ${motive} - ${cancellationMotives[motive]}.`,
    substitutionUUID && `Lo sustituye el CFDI con folio fiscal ${substitutionUUID}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
