export type * from './input.js';
export type * from './comprobante.js';
export type * from './complementos/input.js';
export type * from './complementos/pagos/input.js';
export type * from './complementos/nomina/input.js';
export type * from './parsed.js';
export { computeAmounts, type AmountsInput } from './amounts/compute.js';
export { buildComprobante } from './documento/build.js';
export { prorate, type ProrationInput } from './complementos/pagos/prorratear.js';
export {
  newIdCcp,
  readCartaPorteQr,
  urlCartaPorte,
  type QrCartaPorte,
} from './complementos/carta-porte/folio.js';
export { findDefects, type Defect } from './formas/revisar.js';
export { findStandard, type Destination } from './formas/estandares/index.js';
export { findCfdi40Defects } from './reglas/cfdi40/estructura.js';
export { violationToDetail, check, checkComplementos, type KnownContext, type Violation } from './reglas/index.js';
export { RFC_EXTRANJERO, RFC_NACIONAL } from './documento/formas.js';
export { cadenaOriginal } from './documento/cadena.js';
export { comprobanteXml, type Seals } from './documento/xml.js';
export { publicKeyOf, sealComprobante, sign, verifySello, type Seal } from './sello/sello.js';
export { toPrintedData, readPrintedData, type PrintedData } from './sello/datos-impresos.js';
export {
  openCsd,
  openFiel,
  readCertificado,
  type Certificado,
  type Csd,
  type CsdFiles,
  type Fiel,
} from './sello/csd.js';
export { checkFielHolder, checkSameRfc, checkFielRfc } from './sello/titulares.js';
export { qrUrl, qrUrlRetencion, type QrParts, type QrRetencionParts } from './qr.js';
export { CANCELACION_CODES, findCancelacionCode } from './cancelacion/codigos.js';
export type { CancelacionCode, Effect } from './cancelacion/codigos.js';
export { estatusOfFolio, MAX_FOLIOS } from './cancelacion/modelo.js';
export type * from './cancelacion/modelo.js';
export { cancelacionXml, type CancelacionInput, type Signer } from './cancelacion/escribir.js';
export { parseCancelacion } from './cancelacion/leer.js';
export { verifyCancelacion, type VerifiedCancelacion } from './cancelacion/verificar.js';
export { parseAcuse, type Acuse, type FolioAcuse } from './cancelacion/acuse.js';
export { printExpression } from './estado/expresion.js';
export { buildConsultaSoap, QUERY_SERVICES, type SoapMessage } from './estado/consulta.js';
export { parseConsulta } from './estado/respuesta.js';
export type { EsCancelable, Estado, EstadoSat, EstatusCancelacion } from './estado/respuesta.js';
export { estadoCancelacion, type EstadoCancelacion } from './estado/cancelacion.js';
export { MAX_XML_CHARS, readXml } from './lectura/nodos.js';
export { parseComprobante } from './lectura/comprobante.js';
export { cadenaOriginalOf } from './lectura/cadena.js';
export { buildTimbre, cadenaTfd, timbreXml } from './timbre/timbre.js';
export { insertTimbre } from './timbre/insert.js';
export * from './retenciones/index.js';
export { readComprobante, type ReadComprobante } from './lectura/modelo.js';
export { readRetencion, type ReadRetencion } from './lectura/retencion.js';
export { verifyDocument, type VerificationMaterial, type Verification } from './lectura/verificar.js';
