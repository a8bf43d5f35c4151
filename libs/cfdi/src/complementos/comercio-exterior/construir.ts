import { decimal, field, formatDecimal, ok, refuseFields, type Detail } from '#kernel';
import { comercioExterior20 } from '../../formas/estandares/complementos/comercio-exterior-20.js';
import { nodoDesde } from '../../formas/datos.js';
import type { Nodo } from '../../parsed.js';
import type { Constructor } from '../complemento.js';

const MAX_DETALLES = 100;

/** Amounts in dollars, written with two decimals at least: TotalUSD has to have them. */
const EN_DOLARES = ['TotalUSD', 'ValorDolares', 'ValorUnitarioAduana'];

/**
 * Comercio Exterior 2.0 from plain JSON in the standard's own spelling: Version may be left out, `Emisor` may be
 * false for none. Data of the organization and of customers are in it already: `Emisor: true` and ids are for the
 * caller to resolve, and refused here. Refuses (invalid_request) with a detail per wrong field below `ruta`; the
 * rules of the complement are for `revisarComercioExterior`.
 */
export const construirComercioExterior: Constructor<unknown> = (datos, _comprobante, ruta) => {
  const sinResolver: Detail[] = [];
  const { nodo, detalles } = nodoDesde(comercioExterior20, conEmisor(datos, ruta, sinResolver), ruta);
  const todos = [...sinResolver, ...detalles];
  if (todos.length > 0) return refuseFields(todos.slice(0, MAX_DETALLES));
  conCentavos(nodo);
  return ok({ estandar: comercioExterior20, nodo });
};

function conEmisor(datos: unknown, ruta: string, detalles: Detail[]): unknown {
  if (typeof datos !== 'object' || datos === null || Array.isArray(datos)) return datos;
  const { Emisor: emisor } = datos as { readonly Emisor?: unknown };
  if (typeof emisor !== 'boolean') return datos;
  if (emisor) detalles.push(field(`${ruta}.Emisor.Domicilio`, 'required'));
  return { ...datos, Emisor: undefined };
}

/** Dollars with their cents, of an element that was just made and of those inside. */
function conCentavos({ atributos, hijos }: Nodo): void {
  for (const nombre of EN_DOLARES) {
    const valor = atributos[nombre];
    if (valor !== undefined)
      Object.assign(atributos, { [nombre]: formatDecimal(decimal(valor), { min: 2 }) });
  }
  hijos.forEach(conCentavos);
}
