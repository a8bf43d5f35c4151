import { decimal, field, formatDecimal, ok, refuseFields, type Detail } from '#kernel';
import { comercioExterior20 } from '../../schemas/standards/complementos/comercio-exterior-20.js';
import { readNodeFromData } from '../../schemas/data.js';
import type { XmlNode } from '../../parsed.js';
import type { BuildComplemento } from '../complemento.js';

const MAX_DETAILS = 100;

/** Amounts in dollars, written with two decimals at least: TotalUSD has to have them. */
const IN_DOLLARS = ['TotalUSD', 'ValorDolares', 'ValorUnitarioAduana'];

/**
 * Comercio Exterior 2.0 from plain JSON in the standard's own spelling: Version may be left out, `Emisor` may be
 * false for none. Data of the organization and of customers are in it already: `Emisor: true` and ids are for the
 * caller to resolve, and refused here. Refuses (invalid_request) with a detail per wrong field below `path`; the
 * rules of the complement are for `revisarComercioExterior`.
 */
export const buildComercioExterior: BuildComplemento<unknown> = (data, _comprobante, path) => {
  const unresolved: Detail[] = [];
  const { node, details } = readNodeFromData(comercioExterior20, fillEmisor(data, path, unresolved), path);
  const all = [...unresolved, ...details];
  if (all.length > 0) return refuseFields(all.slice(0, MAX_DETAILS));
  padCentavos(node);
  return ok({ standard: comercioExterior20, node });
};

function fillEmisor(data: unknown, path: string, details: Detail[]): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const { Emisor: emisor } = data as { readonly Emisor?: unknown };
  if (typeof emisor !== 'boolean') return data;
  if (emisor) details.push(field(`${path}.Emisor.Domicilio`, 'required'));
  return { ...data, Emisor: undefined };
}

/** Dollars with their cents, of an element that was just made and of those inside. */
function padCentavos({ attributes, children }: XmlNode): void {
  for (const name of IN_DOLLARS) {
    const value = attributes[name];
    if (value !== undefined) Object.assign(attributes, { [name]: formatDecimal(decimal(value), { min: 2 }) });
  }
  children.forEach(padCentavos);
}
