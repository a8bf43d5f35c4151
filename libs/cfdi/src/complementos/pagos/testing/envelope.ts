import type { Comprobante } from '../../../comprobante.js';
import { comprobanteToNode } from '../../../document/node.js';
import { toComplemento } from '../../../schemas/write.js';
import type { ComprobanteInput } from '../../../input.js';
import type { XmlNode } from '../../../parsed.js';
import { buildDocument } from '../../../testing/build.js';
import { comprobante, concepto } from '../../../testing/samples.js';
import type { BuiltComplemento } from '../../complemento.js';
import { buildPagos } from '../build.js';
import type { PagoInput } from '../input.js';

/** Payments as their input has them. */
export function pagosOf({ complementos = [] }: ComprobanteInput): readonly PagoInput[] {
  const [one] = complementos;
  if (one?.tipo !== 'pagos') throw new Error('it has no payments');
  return one.pagos;
}

/** Builds what has to build, or fails the test with the refusal. */
export function buildOne(input: ComprobanteInput): BuiltComplemento {
  const built = buildPagos(pagosOf(input), input, 'pagos');
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details, null, 1));
  return built.value;
}

/** The document around a built complement of payments, with its fixed values. */
export function wrapInEnvelope(complemento: BuiltComplemento): {
  readonly c: Comprobante;
  readonly root: XmlNode;
} {
  const base = buildDocument(comprobante({ conceptos: [concepto({ objetoImp: '01', impuestos: [] })] }));
  const { formaPago: _schema, metodoPago: _metodo, ...rest } = base;
  const [line] = base.conceptos;
  if (!line) throw new Error('it has no item');
  const { noIdentificacion: _no, unidad: _unidad, ...concreto } = line;
  const c: Comprobante = {
    ...rest,
    ...{ tipo: 'P', moneda: 'XXX', subTotal: '0', total: '0' },
    receptor: { ...base.receptor, usoCfdi: 'CP01' },
    conceptos: [
      {
        ...concreto,
        ...{ claveProdServ: '84111506', cantidad: '1', claveUnidad: 'ACT', descripcion: 'Pago' },
        ...{ valorUnitario: '0', importe: '0' },
      },
    ],
    complementos: [toComplemento(complemento.standard, complemento.node)],
  };
  return { c, root: comprobanteToNode(c, { ofComprobante: [complemento], ofConceptos: new Map() }) };
}
