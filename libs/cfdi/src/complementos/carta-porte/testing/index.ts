import fc from 'fast-check';
import type { ComprobanteInput } from '../../../input.js';
import { comprobante, concepto } from '../../../testing/samples.js';
import { mercancias } from './mercancias.js';
import { arbitraryPlan, fullPlan, minimalPlan, type Plan, type Transporte } from './plan.js';
import { figuras, MEANS } from './transportes.js';
import { ubicaciones } from './ubicaciones.js';

export { TRANSPORTES, type Plan, type Transporte } from './plan.js';

type TipoDeComprobante = 'I' | 'T';

/** The complement's JSON, as the API takes it. */
export function dataOf(plan: Plan): Readonly<Record<string, unknown>> {
  const { full, internacional, transporte } = plan;
  const [node, meansOf] = MEANS[transporte];
  return {
    ...{ IdCCP: plan.idCcp, TranspInternac: internacional === 'No' ? 'No' : 'Sí' },
    ...(internacional !== 'No' && {
      ...{ EntradaSalidaMerc: internacional, PaisOrigenDestino: 'USA', ViaEntradaSalida: transporte },
      RegimenesAduaneros: [{ RegimenAduanero: internacional === 'Entrada' ? 'IMD' : 'EXD' }],
    }),
    ...(full && { RegistroISTMO: 'Sí', UbicacionPoloOrigen: '01', UbicacionPoloDestino: '05' }),
    Ubicaciones: ubicaciones(plan),
    Mercancias: { ...mercancias(plan), [node]: meansOf(plan) },
    ...figuras(plan),
  };
}

/** An income for the transport, or a transfer of the issuer's own goods. */
export function comprobanteOf(plan: Plan, type: TipoDeComprobante): ComprobanteInput {
  const complementos = [{ tipo: 'cartaPorte' as const, datos: dataOf(plan) }];
  if (type === 'I')
    return comprobante({
      conceptos: [
        concepto({
          ...{ claveProdServ: '78101802', claveUnidad: 'E48', unidad: 'Servicio', descripcion: 'Flete' },
          impuestos: [
            { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false },
            { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.04', retencion: true },
          ],
        }),
      ],
      complementos,
    });
  const { formaPago: _schema, metodoPago: _metodo, emisor, lugarExpedicion, ...rest } = comprobante();
  return {
    ...{ ...rest, tipo: type, moneda: 'XXX', decimalesMoneda: 0, emisor, lugarExpedicion },
    receptor: {
      ...{ rfc: emisor.rfc, nombre: emisor.nombre, regimenFiscal: emisor.regimenFiscal },
      ...{ domicilioFiscal: lugarExpedicion, usoCfdi: 'S01' },
    },
    conceptos: [
      concepto({
        ...{ claveProdServ: '25172504', descripcion: 'Llantas', precio: '0', objetoImp: '01' },
        impuestos: [],
      }),
    ],
    complementos,
  };
}

/** The smallest form of a means of transport. */
export const cartaPorteMinimal = (transporte: Transporte, type: TipoDeComprobante): ComprobanteInput =>
  comprobanteOf(minimalPlan(transporte), type);

/** The fullest form of a means of transport. */
export const cartaPorteFull = (transporte: Transporte, type: TipoDeComprobante): ComprobanteInput =>
  comprobanteOf(fullPlan(transporte), type);

/** Any valid one. */
export const arbitraryCartaPorte: fc.Arbitrary<ComprobanteInput> = fc
  .tuple(arbitraryPlan, fc.constantFrom('I' as const, 'T' as const))
  .map(([plan, type]) => comprobanteOf(plan, type));
