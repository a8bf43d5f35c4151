export type * from './input.js';
export type * from './comprobante.js';
export type * from './complementos/input.js';
export type * from './complementos/pagos/input.js';
export type * from './complementos/nomina/input.js';
export type * from './parsed.js';
export { computeAmounts, type AmountsInput } from './amounts/compute.js';
export { buildComprobante } from './document/build.js';
export { readLongXml, type GivenXml } from './complementos/xml/ahead.js';
export { uuidsPaidByXml } from './complementos/pagos/paid-by-xml.js';
export { prorate, type ProrationInput } from './complementos/pagos/prorate.js';
export {
  newIdCcp,
  readCartaPorteQr,
  urlCartaPorte,
  type QrCartaPorte,
} from './complementos/carta-porte/folio.js';
export { complementDataSchemas } from './complementos/data-schemas.js';
export type { OpenSchema } from './schemas/complement-data.js';
export { findDefects, type Defect } from './schemas/check.js';
export { findStandard, standardsFor, type Destination } from './schemas/standards/index.js';
export { findCfdi40Defects } from './rules/cfdi40/structure.js';
export {
  containsNode,
  violationToDetail,
  check,
  checkComplementos,
  type KnownContext,
  type Violation,
} from './rules/index.js';
export { RFC_EXTRANJERO, RFC_NACIONAL } from './document/patterns.js';
export { cadenaOriginal } from './document/cadena.js';
export { comprobanteXml, type Seals } from './document/xml.js';
export { publicKeyOf, sealComprobante, sign, signWith, verifySello } from './sello/sello.js';
export type { Seal, Sealer, SignatureDigest, SigningKey } from './sello/sello.js';
export { toPrintedData, readPrintedData, type PrintedData } from './sello/printed-data.js';
export {
  openCsd,
  openFiel,
  readCertificado,
  type Certificado,
  type Csd,
  type CsdFiles,
  type Fiel,
} from './sello/csd.js';
export { rememberWritten, type ReadsCertificado } from './sello/written.js';
export { MAX_ROUNDS, roundsOf } from './sello/key.js';
export { readAuthorities, readAuthority, type Authorities } from './sello/authorities.js';
export {
  isIssuedBy,
  issuerNameOf,
  issuerOf,
  judgeIssuer,
  type CertificateUse,
  type Trust,
} from './sello/chain.js';
export { checkFielHolder, checkSameRfc, checkFielRfc } from './sello/holders.js';
export { qrUrl, qrUrlRetencion, type PrintedReceptor, type QrParts, type QrRetencionParts } from './qr.js';
export { CANCELACION_CODES, findCancelacionCode } from './cancelacion/codes.js';
export type { CancelacionCode, Effect } from './cancelacion/codes.js';
export { estatusOfFolio, MAX_FOLIOS } from './cancelacion/model.js';
export type * from './cancelacion/model.js';
export { cancelacionXml, type CancelacionInput, type RequestSigner } from './cancelacion/write.js';
export { parseCancelacion } from './cancelacion/read.js';
export { verifyCancelacion, type VerifiedCancelacion } from './cancelacion/verify.js';
export {
  respuestaXml,
  RESPUESTAS,
  type FolioRespuesta,
  type Respuesta,
  type RespuestaCancelacion,
} from './cancelacion/respuesta.js';
export {
  findRespuestaCode,
  RESPUESTA_CODES,
  type EfectoRespuesta,
  type RespuestaCode,
} from './cancelacion/respuesta-codes.js';
export { parseRespuesta, verifyRespuesta, type VerifiedRespuesta } from './cancelacion/verify-respuesta.js';
export { parseAcuse, type Acuse, type FolioAcuse } from './cancelacion/acuse.js';
export { printExpression, printExpressionPlain } from './status/expression.js';
export { buildConsultaSoap, QUERY_SERVICES, type SoapMessage } from './status/query.js';
export { parseConsulta } from './status/response.js';
export type { EsCancelable, Estado, EstadoSat, EstatusCancelacion } from './status/response.js';
export { estadoCancelacion, type EstadoCancelacion } from './status/cancelacion.js';
export { MAX_XML_CHARS, readXml } from './reading/nodes.js';
export { parseComprobante } from './reading/comprobante.js';
export { cadenaOriginalOf } from './reading/cadena.js';
export { buildTimbre, cadenaTfd, timbreXml } from './timbre/timbre.js';
export { readElement } from './complementos/nodes-of.js';
export { insertTimbre } from './timbre/insert.js';
export * from './retenciones/index.js';
export { complementosOf as retencionComplementos } from './retenciones/structure.js';
export { readComprobante, type ReadComprobante } from './reading/model.js';
export {
  writeCadenaRetencion,
  parseRetencion,
  readRetencion,
  type ParsedRetencion,
  type ReadRetencion,
} from './reading/retencion.js';
export { verifyDocument, type VerificationMaterial, type Verification } from './reading/verify.js';
export {
  readReceived,
  type NotReceived,
  type Received,
  type ReceivedComprobante,
} from './reading/received.js';
