export type * from './input.js';
export type * from './comprobante.js';
export type * from './complementos/input.js';
export type * from './complementos/pagos/input.js';
export type * from './complementos/nomina/input.js';
export type * from './parsed.js';
export { computeAmounts, type AmountsInput } from './amounts/compute.js';
export { buildComprobante } from './documento/build.js';
export { prorratear, type ProrrateoInput } from './complementos/pagos/prorratear.js';
export {
  nuevoIdCcp,
  qrDeCartaPorte,
  urlCartaPorte,
  type QrCartaPorte,
} from './complementos/carta-porte/folio.js';
export { defectosDe, type Defecto } from './formas/revisar.js';
export { estandarDe, type Destino } from './formas/estandares/index.js';
export { defectosDeCfdi40 } from './reglas/cfdi40/estructura.js';
export { detalleDeFalla, revisar, revisarComplementos, type Conocido, type Falla } from './reglas/index.js';
export { RFC_EXTRANJERO, RFC_NACIONAL } from './documento/formas.js';
export { cadenaOriginal } from './documento/cadena.js';
export { comprobanteXml, type Sellado } from './documento/xml.js';
export { publicKeyOf, sealComprobante, sign, verifySello, type Seal } from './sello/sello.js';
export { datosImpresos, datosImpresosDe, type DatosImpresos } from './sello/datos-impresos.js';
export {
  openCsd,
  openFiel,
  readCertificado,
  type Certificado,
  type Csd,
  type CsdFiles,
  type Fiel,
} from './sello/csd.js';
export { certificadoDeLaFiel, certificadoDelMismoRfc, fielDelRfc } from './sello/titulares.js';
export { qrUrl, qrUrlRetencion, type QrParts, type QrRetencionParts } from './qr.js';
export { CODIGOS_CANCELACION, codigoCancelacion } from './cancelacion/codigos.js';
export type { CodigoCancelacion, Efecto } from './cancelacion/codigos.js';
export { estatusDelFolio, MAX_FOLIOS } from './cancelacion/modelo.js';
export type * from './cancelacion/modelo.js';
export { cancelacionXml, type CancelacionInput, type Firmante } from './cancelacion/escribir.js';
export { parseCancelacion } from './cancelacion/leer.js';
export { verifyCancelacion, type CancelacionVerificada } from './cancelacion/verificar.js';
export { parseAcuse, type Acuse, type FolioAcuse } from './cancelacion/acuse.js';
export { expresionImpresa } from './estado/expresion.js';
export { consultaSoap, SERVICIOS_CONSULTA, type MensajeSoap } from './estado/consulta.js';
export { parseConsulta } from './estado/respuesta.js';
export type { EsCancelable, Estado, EstadoSat, EstatusCancelacion } from './estado/respuesta.js';
export { estadoCancelacion, type EstadoCancelacion } from './estado/cancelacion.js';
export { MAX_XML_CHARS, readXml } from './lectura/nodos.js';
export { parseComprobante } from './lectura/comprobante.js';
export { cadenaOriginalOf } from './lectura/cadena.js';
export { buildTimbre, cadenaTfd, timbreXml } from './timbre/timbre.js';
export { insertTimbre } from './timbre/insert.js';
export * from './retenciones/index.js';
export { leerComprobante, type ComprobanteLeido } from './lectura/modelo.js';
export { leerRetencion, type RetencionLeida } from './lectura/retencion.js';
export { verificarDocumento, type ConQueVerificar, type Verificacion } from './lectura/verificar.js';
