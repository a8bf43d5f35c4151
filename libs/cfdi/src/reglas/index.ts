import { revisarCartaPorte } from '../complementos/carta-porte/reglas/index.js';
import { revisarComercioExterior } from '../complementos/comercio-exterior/revisar.js';
import { revisarComplementoConcepto } from '../complementos/conceptos/reglas.js';
import { revisarNomina } from '../complementos/nomina/reglas/index.js';
import { revisarPagos } from '../complementos/pagos/reglas.js';
import type { Nodo } from '../parsed.js';
import { revisarCfdi40 } from './cfdi40/index.js';
import type { ContextoReglas, Falla } from './regla.js';

export { detalleDeFalla, type ContextoReglas, type Falla } from './regla.js';

type Revisor = (nodo: Nodo, contexto: ContextoReglas, fallas: Falla[], limite?: number) => void;

/** The error matrix of each complement, by its namespace. */
const revisores: Readonly<Record<string, Revisor>> = {
  'http://www.sat.gob.mx/Pagos20': revisarPagos,
  'http://www.sat.gob.mx/nomina12': revisarNomina,
  'http://www.sat.gob.mx/CartaPorte31': revisarCartaPorte,
  'http://www.sat.gob.mx/ComercioExterior20': revisarComercioExterior,
};

/** What rules may know beside the document: see {@link ContextoReglas}. */
export type Conocido = Omit<ContextoReglas, 'raiz'>;

/**
 * Every rule that a cfdi:Comprobante breaks: of the CFDI 4.0 matrix first, then of its complements and of those of its
 * lines, in the document's order; at most `limite`. Its structure must hold already (defectosDe).
 */
export function revisar(raiz: Nodo, conocido: Conocido = {}, limite = Infinity): readonly Falla[] {
  const fallas: Falla[] = [];
  revisarCfdi40(raiz, { ...conocido, raiz }, fallas, limite);
  return fallas.length >= limite
    ? fallas
    : [...fallas, ...revisarComplementos(raiz, conocido, limite - fallas.length)];
}

/** The same of the complements alone. */
export function revisarComplementos(
  raiz: Nodo,
  conocido: Conocido = {},
  limite = Infinity,
): readonly Falla[] {
  const contexto: ContextoReglas = { ...conocido, raiz };
  const fallas: Falla[] = [];
  for (const { nombre, hijos } of raiz.hijos) {
    if (nombre === 'Conceptos')
      for (const concepto of hijos) {
        if (concepto.hijos.length > 0) deConcepto(concepto, contexto, fallas, limite);
        if (fallas.length >= limite) return fallas;
      }
    if (nombre !== 'Complemento') continue;
    for (const complemento of hijos) {
      revisores[complemento.espacio]?.(complemento, contexto, fallas, limite);
      if (fallas.length >= limite) return fallas;
    }
  }
  return fallas;
}

function deConcepto(concepto: Nodo, contexto: ContextoReglas, fallas: Falla[], limite: number): void {
  for (const { nombre, hijos } of concepto.hijos)
    if (nombre === 'ComplementoConcepto')
      for (const complemento of hijos) {
        revisarComplementoConcepto(complemento, concepto, contexto, fallas, limite);
        // A complement of the whole document that stands in a line: its own matrix says so (NOM30).
        revisores[complemento.espacio]?.(complemento, contexto, fallas, limite);
      }
}
