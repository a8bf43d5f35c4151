import { decimal, formatDecimal } from '#kernel';

/** What the printed expression of a document says: enough to ask for it, and to know that one has it. */
export interface QrParts {
  readonly uuid: string;
  readonly rfcEmisor: string;
  readonly rfcReceptor: string;
  /** Total as decimal text. */
  readonly total: string;
  /** The issuer's sello: its last 8 characters go in. */
  readonly sello: string;
}

/** Escaped as in XML, as the authority's services read it: an RFC may have "&", a foreign number anything. */
export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An amount with its trailing zeros trimmed and at least one decimal: 2010.01, 1.0. */
export const printMonto = (monto: string): string => formatDecimal(decimal(monto), { min: 1 });

/** The last 8 characters of a sello. */
export const endOfSello = (sello: string): string => sello.slice(-8);

/**
 * The expression that the status service takes (Anexo 20, "código de barras bidimensional"):
 * `?re=RFC&rr=RFC&tt=TOTAL&id=UUID&fe=LAST8`, "&" of an RFC escaped.
 * Throws where the total is no decimal text: it comes from a document that was read or built.
 */
export const printExpression = ({ uuid, rfcEmisor, rfcReceptor, total, sello }: QrParts): string =>
  `?re=${escape(rfcEmisor)}&rr=${escape(rfcReceptor)}&tt=${printMonto(total)}` +
  `&id=${uuid}&fe=${endOfSello(sello)}`;

/**
 * The same with the RFCs as they are: as text of a message it is escaped once. Clients of the service differ in this, and no
 * document settles it; it matters to an RFC with "&" alone.
 */
export const printExpressionPlain = ({ uuid, rfcEmisor, rfcReceptor, total, sello }: QrParts): string =>
  `?re=${rfcEmisor}&rr=${rfcReceptor}&tt=${printMonto(total)}&id=${uuid}&fe=${endOfSello(sello)}`;
