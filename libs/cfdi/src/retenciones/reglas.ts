import type { Nodo } from '../parsed.js';
import { aplicar, type ContextoReglas, type Falla } from '../reglas/regla.js';
import { complementosDe } from './estructura.js';
import { fecha, hijo, hijos } from './nodos.js';
import { revisarCatalogos, sobrePagosAExtranjeros } from './reglas-complementos.js';
import { deLaRaiz, delReceptor } from './reglas-documento.js';
import { deCadaImpuesto, delPeriodo, deLosTotales } from './reglas-totales.js';

/**
 * Rules of Retenciones 2.0: what its catalogues and its schema's notes say between fields. They read the document's
 * element only, built or read, whose structure holds. The codes are ours (codigos.ts).
 */

/**
 * Every rule that a document of retentions breaks, in its order; it stops at `limite`.
 * @param raiz retenciones:Retenciones; its structure holds already
 */
export function revisarRetencion(
  raiz: Nodo,
  contexto: ContextoReglas,
  fallas: Falla[],
  limite = Infinity,
): void {
  const de1 = (nombre: string): Nodo => hijo(raiz, nombre) as Nodo;
  const totales = de1('Totales');
  const fin =
    aplicar(deLaRaiz, raiz, contexto, fallas, limite) ||
    aplicar(delReceptor, de1('Receptor'), contexto, fallas, limite) ||
    aplicar(delPeriodo, de1('Periodo'), contexto, fallas, limite) ||
    aplicar(deLosTotales, totales, contexto, fallas, limite) ||
    hijos(totales, 'ImpRetenidos').some((fila) => aplicar(deCadaImpuesto, fila, contexto, fallas, limite));
  if (fin) return;
  for (const nodo of complementosDe(raiz)) {
    if (aplicar(sobrePagosAExtranjeros, nodo, contexto, fallas, limite)) return;
    if (revisarCatalogos(nodo, fecha(contexto), fallas, limite)) return;
  }
}
