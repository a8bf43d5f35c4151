import fc from 'fast-check';
import type { ComprobanteInput } from '../../../input.js';
import { comprobante, concepto } from '../../../testing/muestras.js';
import { mercancias } from './mercancias.js';
import { planArbitrario, planCompleto, planMinimo, type Plan, type Transporte } from './plan.js';
import { figuras, MEDIOS } from './transportes.js';
import { ubicaciones } from './ubicaciones.js';

export { TRANSPORTES, type Plan, type Transporte } from './plan.js';

type Tipo = 'I' | 'T';

/** The complement's JSON, as the API takes it. */
export function datosDe(plan: Plan): Readonly<Record<string, unknown>> {
  const { completo, internacional, transporte } = plan;
  const [nodo, medio] = MEDIOS[transporte];
  return {
    ...{ IdCCP: plan.idCcp, TranspInternac: internacional === 'No' ? 'No' : 'Sí' },
    ...(internacional !== 'No' && {
      ...{ EntradaSalidaMerc: internacional, PaisOrigenDestino: 'USA', ViaEntradaSalida: transporte },
      RegimenesAduaneros: [{ RegimenAduanero: internacional === 'Entrada' ? 'IMD' : 'EXD' }],
    }),
    ...(completo && { RegistroISTMO: 'Sí', UbicacionPoloOrigen: '01', UbicacionPoloDestino: '05' }),
    Ubicaciones: ubicaciones(plan),
    Mercancias: { ...mercancias(plan), [nodo]: medio(plan) },
    ...figuras(plan),
  };
}

/** An income for the transport, or a transfer of one's own goods. */
export function comprobanteDe(plan: Plan, tipo: Tipo): ComprobanteInput {
  const complementos = [{ tipo: 'cartaPorte' as const, datos: datosDe(plan) }];
  if (tipo === 'I')
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
  const { formaPago: _forma, metodoPago: _metodo, emisor, lugarExpedicion, ...resto } = comprobante();
  return {
    ...{ ...resto, tipo, moneda: 'XXX', decimalesMoneda: 0, emisor, lugarExpedicion },
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
export const cartaPorteMinima = (transporte: Transporte, tipo: Tipo): ComprobanteInput =>
  comprobanteDe(planMinimo(transporte), tipo);

/** The fullest form of a means of transport. */
export const cartaPorteCompleta = (transporte: Transporte, tipo: Tipo): ComprobanteInput =>
  comprobanteDe(planCompleto(transporte), tipo);

/** Any valid one. */
export const cartaPorteArbitraria: fc.Arbitrary<ComprobanteInput> = fc
  .tuple(planArbitrario, fc.constantFrom('I' as const, 'T' as const))
  .map(([plan, tipo]) => comprobanteDe(plan, tipo));
