import {
  clavesHyp,
  isNumeroPermisoValid,
  isSubproductoAllowed,
  subproductosHyp,
  tiposPermisoHyp,
} from '#sat';
import { hidrocarburosPetroliferos } from '../../formas/estandares/conceptos/hidrocarburos-petroliferos.js';
import type { Nodo } from '../../parsed.js';
import { aplicar, lugar, regla, type ContextoReglas, type Falla, type Regla } from '../../reglas/regla.js';

/** A complement of a line with its line, and the day of the document. */
interface Sujeto {
  readonly nodo: Nodo;
  readonly concepto: Nodo;
  readonly fecha: string | undefined;
}

/**
 * Rules of Hidrocarburos y Petrolíferos 1.0: what its catalogues say of each other and of the line. The tax authority
 * has published no matrix of errors for it that we know; the codes are of our own numbering.
 */
export const reglasHidrocarburos: readonly Regla<Sujeto>[] = [
  regla(
    'HYP-TipoPermiso',
    'El tipo de permiso no está vigente en c_TipoPermiso.',
    'The kind of permit is not in force in c_TipoPermiso.',
    ({ nodo, fecha }) =>
      !tiposPermisoHyp.has(atributo(nodo, 'TipoPermiso'), fecha) && lugar(nodo, 'TipoPermiso'),
  ),
  regla(
    'HYP-NumeroPermiso',
    'El número de permiso no tiene la nomenclatura de su tipo.',
    'The number of the permit does not have the form of its kind.',
    ({ nodo }) => {
      const tipo = atributo(nodo, 'TipoPermiso');
      const numero = atributo(nodo, 'NumeroPermiso');
      return (
        tiposPermisoHyp.find(tipo) && !isNumeroPermisoValid(tipo, numero) && lugar(nodo, 'NumeroPermiso')
      );
    },
  ),
  regla(
    'HYP-ClaveHYP',
    'La clave no está vigente en c_ClaveHYP.',
    'The key is not in force in c_ClaveHYP.',
    ({ nodo, fecha }) => !clavesHyp.has(atributo(nodo, 'ClaveHYP'), fecha) && lugar(nodo, 'ClaveHYP'),
  ),
  regla(
    'HYP-ClaveHYP-ClaveProdServ',
    'La clave debe ser la ClaveProdServ del concepto.',
    'The key must be the product key of the item.',
    ({ nodo, concepto }) =>
      clavesHyp.find(atributo(nodo, 'ClaveHYP')) &&
      atributo(nodo, 'ClaveHYP') !== atributo(concepto, 'ClaveProdServ') &&
      lugar(nodo, 'ClaveHYP'),
  ),
  regla(
    'HYP-SubProductoHYP',
    'El subproducto no está vigente en c_SubProductoHYP.',
    'The subproduct is not in force in c_SubProductoHYP.',
    ({ nodo, fecha }) =>
      !subproductosHyp.has(atributo(nodo, 'SubProductoHYP'), fecha) && lugar(nodo, 'SubProductoHYP'),
  ),
  regla(
    'HYP-SubProductoHYP-ClaveHYP',
    'El subproducto no corresponde a la clave.',
    'The subproduct does not belong to the key.',
    ({ nodo }) => {
      const clave = atributo(nodo, 'ClaveHYP');
      const subproducto = atributo(nodo, 'SubProductoHYP');
      return (
        clavesHyp.find(clave) &&
        subproductosHyp.find(subproducto) &&
        !isSubproductoAllowed(clave, subproducto) &&
        lugar(nodo, 'SubProductoHYP')
      );
    },
  ),
  regla(
    'HYP-ClaveUnidad',
    'La ClaveUnidad del concepto debe ser la que c_ClaveHYP indica (litros).',
    'The unit key of the item must be that of c_ClaveHYP (litres).',
    ({ nodo, concepto }) => {
      const clave = clavesHyp.find(atributo(nodo, 'ClaveHYP'));
      return clave && clave.unidad !== atributo(concepto, 'ClaveUnidad') && lugar(concepto, 'ClaveUnidad');
    },
  ),
];

const atributo = ({ atributos }: Nodo, nombre: string): string => atributos[nombre] ?? '';

/**
 * Runs the rules of a line's complement: of `nodo`, inside of cfdi:ComplementoConcepto of `concepto`. Standards
 * without rules of their own (iedu) have none broken. Says whether `limite` is reached.
 */
export function revisarComplementoConcepto(
  nodo: Nodo,
  concepto: Nodo,
  contexto: ContextoReglas,
  fallas: Falla[],
  limite = Infinity,
): boolean {
  if (nodo.espacio !== hidrocarburosPetroliferos.espacio) return false;
  const fecha = contexto.raiz.atributos['Fecha'];
  return aplicar(reglasHidrocarburos, { nodo, concepto, fecha }, contexto, fallas, limite);
}
