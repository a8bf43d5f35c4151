import type { DocumentKind } from '../port.js';

/**
 * The codes of the cancellation service of retentions for those of CFDI ("Estándar del servicio de cancelación" of each).
 * What has none of its own (motive, substitute, a document that can't be cancelled) is worded as for CFDI.
 */
const OF_RETENCIONES: Readonly<Record<string, string>> = {
  ...{ '201': '1201', '202': '1202', '203': '1203', '205': '1205' },
  ...{ '300': '1300', '301': '1301', '302': '1309', '303': '1305', '304': '1308', '305': '1309' },
  '310': '1307',
};

/** A code as the service for a kind of document says it. */
export const codeOfKind = (kind: DocumentKind, code: string): string =>
  (kind === 'retencion' ? OF_RETENCIONES[code] : undefined) ?? code;
