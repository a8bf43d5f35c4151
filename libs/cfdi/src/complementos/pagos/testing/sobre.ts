import type { Comprobante } from '../../../comprobante.js';
import { nodoDelComprobante } from '../../../documento/nodo.js';
import { complementoDe } from '../../../formas/escribir.js';
import type { ComprobanteInput } from '../../../input.js';
import type { Nodo } from '../../../parsed.js';
import { construir } from '../../../testing/construir.js';
import { comprobante, concepto } from '../../../testing/muestras.js';
import type { Construido } from '../../complemento.js';
import { construirPagos } from '../construir.js';
import type { PagoInput } from '../input.js';

/** Payments as their input has them. */
export function pagosDe({ complementos = [] }: ComprobanteInput): readonly PagoInput[] {
  const [uno] = complementos;
  if (uno?.tipo !== 'pagos') throw new Error('it has no payments');
  return uno.pagos;
}

/** Builds what has to build, or fails the test with the refusal. */
export function construido(input: ComprobanteInput): Construido {
  const built = construirPagos(pagosDe(input), input, 'pagos');
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details, null, 1));
  return built.value;
}

/** The document around a built complement of payments, with its fixed values. */
export function sobre(complemento: Construido): { readonly c: Comprobante; readonly raiz: Nodo } {
  const base = construir(comprobante({ conceptos: [concepto({ objetoImp: '01', impuestos: [] })] }));
  const { formaPago: _forma, metodoPago: _metodo, ...resto } = base;
  const [linea] = base.conceptos;
  if (!linea) throw new Error('it has no item');
  const { noIdentificacion: _no, unidad: _unidad, ...concreto } = linea;
  const c: Comprobante = {
    ...resto,
    ...{ tipo: 'P', moneda: 'XXX', subTotal: '0', total: '0' },
    receptor: { ...base.receptor, usoCfdi: 'CP01' },
    conceptos: [
      {
        ...concreto,
        ...{ claveProdServ: '84111506', cantidad: '1', claveUnidad: 'ACT', descripcion: 'Pago' },
        ...{ valorUnitario: '0', importe: '0' },
      },
    ],
    complementos: [complementoDe(complemento.estandar, complemento.nodo)],
  };
  return { c, raiz: nodoDelComprobante(c, { deComprobante: [complemento], deConceptos: new Map() }) };
}
