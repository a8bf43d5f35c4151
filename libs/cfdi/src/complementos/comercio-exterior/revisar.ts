import type { Nodo } from '../../parsed.js';
import { aplicar, type ContextoReglas, type Falla } from '../../reglas/regla.js';
import { reglasDocumento } from './reglas-documento.js';
import { reglasDomicilio } from './reglas-domicilios.js';
import { reglaDatosDeAduana, reglasConcepto, reglasMercancia } from './reglas-mercancias.js';
import { reglasPartes } from './reglas-partes.js';
import { reglasValores, reglasValorMercancia } from './reglas-valores.js';
import { exportacionDe, hijos } from './sujeto.js';

const deTodo = [...reglasDocumento, ...reglasPartes, reglaDatosDeAduana, ...reglasValores];
const deMercancia = [...reglasMercancia, ...reglasValorMercancia];
const PARTES = ['Emisor', 'Receptor', 'Destinatario'] as const;

/** Codes of every rule, for the list of where each is checked. */
export const codigosDeReglas: readonly string[] = [
  ...deTodo,
  ...PARTES.flatMap((parte) => reglasDomicilio[parte]),
  ...deMercancia,
  ...reglasConcepto,
].map(({ codigo }) => codigo);

/**
 * Runs the rules of Comercio Exterior 2.0 over cce20:ComercioExterior of a document whose structure holds, until
 * `limite` is reached. That Exportacion 02 needs the complement, and what the receiver and the pedimentos of lines
 * have to be with it, are rules of the CFDI (CFDI40122, 153, 155, 195, 200) and not asked again.
 */
export function revisarComercioExterior(
  nodo: Nodo,
  contexto: ContextoReglas,
  fallas: Falla[],
  limite = Infinity,
): void {
  const exportacion = exportacionDe(nodo, contexto);
  if (aplicar(deTodo, exportacion, exportacion, fallas, limite)) return;
  for (const parte of PARTES)
    for (const uno of hijos(nodo, parte))
      for (const domicilio of hijos(uno, 'Domicilio'))
        if (aplicar(reglasDomicilio[parte], domicilio, exportacion, fallas, limite)) return;
  for (const mercancia of exportacion.mercancias)
    if (aplicar(deMercancia, mercancia, exportacion, fallas, limite)) return;
  for (const concepto of exportacion.conceptos)
    if (aplicar(reglasConcepto, concepto, exportacion, fallas, limite)) return;
}
