import { field, ok, refuseFields, type Detail, type Subcode } from '#kernel';
import { MAX_DETAILS } from '../../amounts/compute.js';
import { detallesDe } from '../../formas/detalles.js';
import { pagos20 } from '../../formas/estandares/complementos/pagos-20.js';
import { defectosDe } from '../../formas/revisar.js';
import { detalleDeFalla, type Falla } from '../../reglas/regla.js';
import { formasPago } from '#sat';
import type { Constructor } from '../complemento.js';
import { calcularPago } from './calcular.js';
import type { PagoInput } from './input.js';
import { leerPagos } from './leer.js';
import type { PagoLeido } from './leido.js';
import { nodoDePagos } from './nodos.js';
import { revisarComplemento } from './reglas.js';

/**
 * Builds pago20:Pagos 2.0 from payments: the balance left of each document, its equivalencia, the summary of taxes of
 * each payment in its currency, its Monto where it is not given, and all Totales in MXN.
 *
 * `ruta` is the path of the list of payments. Refuses (invalid_request) with a detail per wrong field, at paths below
 * it (`[0].documentos[1].importePagado`): amount_exceeds_related_document_balance where more is paid than is owed,
 * exchange_rate_too_large of a document in USD that is paid in MXN at more than 1, exchange_rate_too_small of one in MXN that
 * is paid in USD at less than 1, and whatever else the matrix of Pagos 2.0 (CRP20201 to CRP20279) says of the element.
 */
export const construirPagos: Constructor<readonly PagoInput[]> = (datos, { fecha }, ruta) => {
  const { pagos, detalles } = leerPagos(datos, ruta);
  const deBanco = pagos.flatMap(sinBanco);
  if (detalles.length + deBanco.length > 0)
    return refuseFields([...detalles, ...deBanco].slice(0, MAX_DETAILS));
  const nodo = nodoDePagos(pagos.map(calcularPago), ruta);
  const defectos = defectosDe(pagos20.raiz, nodo, MAX_DETAILS);
  if (defectos.length > 0) return refuseFields(detallesDe(defectos));
  const fallas: Falla[] = [];
  revisarComplemento(nodo, typeof fecha === 'string' ? { fecha } : {}, fallas, MAX_DETAILS);
  // What is left has too many decimals where what was owed or paid has, which is said already.
  const propias = fallas.filter(({ codigo }) => codigo !== 'CRP20243');
  if (propias.length > 0) return refuseFields(propias.map(detalle));
  return ok({ estandar: pagos20, nodo });
};

/** Rules that forbid a field, or ask for one: the API has words for that. */
const SUBCODIGOS: Readonly<Record<string, Subcode>> = {
  ...{ CRP20221: 'not_allowed', CRP20224: 'not_allowed', CRP20227: 'not_allowed', CRP20228: 'not_allowed' },
  ...{ CRP20229: 'not_allowed', CRP20231: 'not_allowed', CRP20233: 'not_allowed', CRP20235: 'not_allowed' },
  ...{ CRP20223: 'required', CRP20230: 'required', CRP20232: 'required', CRP20234: 'required' },
  ...{ CRP20246: 'required', CRP20247: 'not_allowed' },
};

const detalle = (falla: Falla): Detail => ({
  ...detalleDeFalla(falla),
  code: SUBCODIGOS[falla.codigo] ?? 'invalid_value',
});

/** The bank's name goes with the fields of accounts; the matrix has no rule that says so. */
function sinBanco({ ruta, formaPago, operacion }: PagoLeido): readonly Detail[] {
  const banco = formasPago.find(formaPago)?.banco;
  return operacion['NomBancoOrdExt'] !== undefined && banco && !banco.bancoExtranjero
    ? [field(`${ruta}.nomBancoOrdExt`, 'not_allowed')]
    : [];
}
