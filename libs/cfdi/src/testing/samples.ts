import type { ComprobanteInput, ConceptoInput } from '../input.js';

/** A plain comprobante and a plain line to start a test from. */
export const concepto = (over: Partial<ConceptoInput> = {}): ConceptoInput => ({
  claveProdServ: '60131324',
  cantidad: '1',
  claveUnidad: 'H87',
  unidad: 'Elemento',
  descripcion: 'Ukelele',
  precio: '100',
  impuestosIncluidos: false,
  objetoImp: '02',
  impuestos: [{ impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false }],
  impuestosLocales: [],
  ...over,
});

export const comprobante = (over: Partial<ComprobanteInput> = {}): ComprobanteInput => ({
  tipo: 'I',
  serie: 'F',
  folio: '1',
  fecha: '2026-11-20T10:30:00',
  formaPago: '03',
  metodoPago: 'PUE',
  moneda: 'MXN',
  decimalesMoneda: 2,
  exportacion: '01',
  lugarExpedicion: '06300',
  emisor: { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' },
  receptor: {
    rfc: 'URE180429TM6',
    nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    domicilioFiscal: '86991',
    regimenFiscal: '601',
    usoCfdi: 'G01',
  },
  conceptos: [concepto()],
  ...over,
});
