import {
  entidadesFederativas,
  impuestosRetenciones,
  paisesRetenciones,
  periodicidadesRetenciones,
  tiposContribuyente,
  tiposDividendo,
  type Catalogue,
} from '#sat';
import { estandarDe, estandaresDe } from '../formas/estandares/index.js';
import type { ElementoForma } from '../formas/forma.js';
import type { Nodo } from '../parsed.js';
import { lugar, regla, type Falla } from '../reglas/regla.js';

/** Rules of the complements of Retenciones: their keys are in their catalogues; and what their fields say of others. */

const catalogos: Readonly<Record<string, Catalogue>> = {
  c_EntidadesFederativas: entidadesFederativas,
  c_Pais: paisesRetenciones,
  c_Periodicidad: periodicidadesRetenciones,
  c_TipoContribuyenteSujetoRetencion: tiposContribuyente,
  c_TipoDividendoOUtilidadDistribuida: tiposDividendo,
  c_TipoImpuesto: impuestosRetenciones,
};

const codigoDe = (nodo: string, atributo: string): string => `RET-${nodo}-${atributo}`;

/** The attributes of an element's table that have a catalogue here. */
const conCatalogo = ({ atributos }: ElementoForma): readonly (readonly [string, Catalogue])[] =>
  [...atributos.values()].flatMap(({ nombre, tipo }) => {
    const uno = tipo.catalogo === undefined ? undefined : catalogos[tipo.catalogo];
    return uno ? [[nombre, uno] as const] : [];
  });

function porElemento(forma: ElementoForma, mapa: Map<ElementoForma, ReturnType<typeof conCatalogo>>): void {
  mapa.set(forma, conCatalogo(forma));
  for (const { elemento } of forma.hijos) porElemento(elemento, mapa);
}
const tablas = new Map<ElementoForma, ReturnType<typeof conCatalogo>>();
for (const { raiz } of estandaresDe('retenciones')) porElemento(raiz, tablas);

/** The code of each attribute whose key is looked up. */
export const codigosDeCatalogo: readonly string[] = [
  ...new Set(
    [...tablas].flatMap(([{ nombre }, atributos]) => atributos.map(([name]) => codigoDe(nombre, name))),
  ),
];

/** Keys of a complement that are not in force on a day; says whether `limite` is reached. */
export function revisarCatalogos(nodo: Nodo, dia: string, fallas: Falla[], limite: number): boolean {
  const forma = estandarDe(nodo, 'retenciones')?.raiz;
  return forma !== undefined && revisar(forma, nodo, dia, fallas, limite);
}

function revisar(forma: ElementoForma, nodo: Nodo, dia: string, fallas: Falla[], limite: number): boolean {
  for (const [atributo, catalogo] of tablas.get(forma) ?? []) {
    const clave = nodo.atributos[atributo];
    if (clave === undefined || catalogo.has(clave, dia)) continue;
    fallas.push({
      codigo: codigoDe(nodo.nombre, atributo),
      es: `La clave no está vigente en el catálogo ${catalogo.name}.`,
      en: `The key is not in force in the catalogue ${catalogo.name}.`,
      ...lugar(nodo, atributo),
    });
    if (fallas.length >= limite) return true;
  }
  return nodo.hijos.some((hijo) => {
    const suya = forma.hijos.find(({ elemento }) => elemento.nombre === hijo.nombre)?.elemento;
    return suya !== undefined && revisar(suya, hijo, dia, fallas, limite);
  });
}

/** Payments to foreigners: either the data of the beneficiary or those of the non-beneficiary are there. */
export const sobrePagosAExtranjeros = [
  regla<Nodo>(
    codigoDe('Pagosaextranjeros', 'EsBenefEfectDelCobro'),
    'Si es beneficiario efectivo del cobro van los datos del beneficiario; si no, los de quien no lo es.',
    'The effective beneficiary has the data of a beneficiary; anybody else those of who is not one.',
    (nodo) => {
      if (nodo.nombre !== 'Pagosaextranjeros') return false;
      const esperado = nodo.atributos['EsBenefEfectDelCobro'] === 'SI' ? 'Beneficiario' : 'NoBeneficiario';
      const [unico, ...mas] = nodo.hijos;
      return (unico?.nombre !== esperado || mas.length > 0) && lugar(nodo, 'EsBenefEfectDelCobro');
    },
  ),
];
