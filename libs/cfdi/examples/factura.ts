import { buildComprobante, sealComprobante, type ComprobanteInput, type Csd } from '../src/index.js';

/** An invoice of one line, its price with the tax included: built, signed, written. */
const factura: ComprobanteInput = {
  tipo: 'I',
  serie: 'F',
  folio: '1',
  fecha: '2026-11-20T10:30:00',
  formaPago: '03',
  metodoPago: 'PUE',
  moneda: 'MXN',
  decimalesMoneda: 2,
  exportacion: '01',
  lugarExpedicion: '42501',
  emisor: { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' },
  receptor: {
    rfc: 'URE180429TM6',
    nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    domicilioFiscal: '86991',
    regimenFiscal: '601',
    usoCfdi: 'G03',
  },
  conceptos: [
    {
      claveProdServ: '60131324',
      claveUnidad: 'H87',
      cantidad: '2',
      descripcion: 'Ukelele',
      precio: '345.60',
      impuestosIncluidos: true,
      objetoImp: '02',
      impuestos: [{ impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false }],
      impuestosLocales: [],
    },
  ],
};

/** The signed XML, or what is wrong with the input. */
export async function issue(csd: Csd, input: ComprobanteInput = factura): Promise<string> {
  const built = buildComprobante(input);
  if (!built.ok) {
    const problems = (built.refusal.details ?? []).map(({ path, code }) => `${path}: ${code}`);
    throw new Error(problems.join('\n'));
  }
  const { xml } = await sealComprobante(built.value, csd);
  return xml;
}
