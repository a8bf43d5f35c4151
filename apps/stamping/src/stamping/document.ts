import {
  buildComprobante,
  buildRetencion,
  parseComprobante,
  parseRetencion,
  readPrintedData,
  readPrintedRetencion,
  sealComprobante,
  sealRetencion,
  toPrintedData,
  toPrintedRetencion,
  type CfdiRetencion,
  type Comprobante,
  type PrintedData,
  type PrintedRetencion,
  type RetencionInput,
  type Seal,
  type Sealer,
} from '#cfdi';
import { fieldOfRefusal, fieldOfRetentionRefusal, inRetentionWords } from '#billing';
import type { StampAsked } from '#contracts';
import { ok, refuse, type ErrorCode, type Result } from '#kernel';
import type { DocumentKind } from '#pac';

/** What differs between the kinds of documents that are stamped. Everything else of a stamping is the same. */

/** A document that was built and not signed yet. */
export type Unsigned =
  | { readonly kind: 'comprobante'; readonly comprobante: Comprobante }
  | { readonly kind: 'retencion'; readonly retencion: CfdiRetencion };

/** What the printed representation needs of a signed document. */
export type Printed =
  | { readonly kind: 'comprobante'; readonly datos: PrintedData }
  | { readonly kind: 'retencion'; readonly datos: PrintedRetencion };

/** A document that was signed and stored. */
export type SealedDocument = Printed & { readonly xmlKey: string; readonly xml: string };

/** Builds a document where that is not done yet, or refuses it with the root code of its kind. */
export function buildAsked(asked: StampAsked): Result<Unsigned> {
  if ('retencion' in asked) {
    const { retencion } = asked;
    if (isBuilt(retencion)) return ok({ kind: 'retencion', retencion });
    const built = buildRetencion(retencion);
    if (built.ok) return ok({ kind: 'retencion', retencion: built.value });
    const details = built.refusal.details?.map((detail) => inRetentionWords(detail, { complements: [] }));
    return refuse(validationError('retencion'), details ? { details } : {});
  }
  const { comprobante } = asked;
  if ('subTotal' in comprobante) return ok({ kind: 'comprobante', comprobante });
  const built = buildComprobante(comprobante);
  if (built.ok) return ok({ kind: 'comprobante', comprobante: built.value });
  const { details } = built.refusal;
  return refuse(validationError('comprobante'), details ? { details } : {});
}

/** The model has months as the XML writes them, what it is built from as numbers. */
const isBuilt = (retencion: CfdiRetencion | RetencionInput): retencion is CfdiRetencion =>
  typeof retencion.periodo.mesIni === 'string';

/** Who issues a document, by the name that its certificate has to carry. */
export function issuerOf(document: Unsigned): { readonly rfc: string; readonly nombre: string } {
  const { rfc, nombre } =
    document.kind === 'retencion' ? document.retencion.emisor : document.comprobante.emisor;
  return { rfc, nombre };
}

/** Signs a document. */
export const sealDocument = (document: Unsigned, csd: Sealer): Promise<Seal> =>
  document.kind === 'retencion'
    ? sealRetencion(document.retencion, csd)
    : sealComprobante(document.comprobante, csd);

/** What the printed representation needs of a document that was just signed with the certificate of that number. */
export const printedOf = (document: Unsigned, noCertificado: string): Printed =>
  document.kind === 'retencion'
    ? { kind: 'retencion', datos: toPrintedRetencion(document.retencion, noCertificado) }
    : { kind: 'comprobante', datos: toPrintedData(document.comprobante, noCertificado) };

/** What the printed representation needs of a document that was signed before; undefined where it does not read. */
export function readPrinted(kind: DocumentKind, xml: string): Printed | undefined {
  if (kind === 'retencion') {
    const read = parseRetencion(xml);
    return read.ok ? { kind, datos: readPrintedRetencion(read.value) } : undefined;
  }
  const read = parseComprobante(xml);
  return read.ok ? { kind, datos: readPrintedData(read.value) } : undefined;
}

/** The root code of what is not stamped for what it says. */
export const validationError = (kind: DocumentKind): ErrorCode =>
  kind === 'retencion' ? 'retention_stamping_validation_error' : 'invoice_stamping_validation_error';

/** The API's field that a provider's refusal of a document is about. */
export const fieldOf = ({ kind, xml }: SealedDocument, code: string): string | undefined =>
  kind === 'retencion' ? fieldOfRetentionRefusal(xml, code) : fieldOfRefusal(xml, code);
