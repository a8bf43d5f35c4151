import { TooBig, type Arith } from '../../amounts/arith.js';
import { bigints } from '../../amounts/bigints.js';
import { doubles } from '../../amounts/doubles.js';
import type { Nodo } from '../../parsed.js';
import { aplicar, type ContextoReglas, type Falla } from '../regla.js';
import { reglasConcepto } from './concepto.js';
import { contexto40, type Regla40 } from './contexto.js';
import { leerParte, reglasParte, reglasPedimento, reglasPedimentoDeParte, reglasTercero } from './detalle.js';
import { leerDocumento } from './documento.js';
import { reglasEncabezado } from './encabezado.js';
import { reglasGlobal } from './global.js';
import { reglasRetencion, reglasTraslado } from './impuestos.js';
import { impuestosDe, lectorDeConceptos, type Concepto } from './lineas.js';
import type { Monto } from './montos.js';
import { reglasPartes } from './partes.js';
import { sumar, totalizar, type Sumas, type Totales } from './sumas.js';
import { reglasRenglonRetencion, reglasRenglonTraslado, reglasResumen, reglasTotales } from './totales.js';
import { hijo } from './valores.js';

/** Every code that some rule of the CFDI answers with. */
export const codigosDeReglas40: ReadonlySet<string> = new Set(
  [
    ...[reglasEncabezado, reglasGlobal, reglasPartes, reglasConcepto, reglasTraslado, reglasRetencion],
    ...[reglasTercero, reglasPedimento, reglasParte, reglasPedimentoDeParte, reglasTotales, reglasResumen],
    ...[reglasRenglonRetencion, reglasRenglonTraslado],
  ].flatMap((reglas: readonly { readonly codigo: string }[]) => reglas.map(({ codigo }) => codigo)),
);

/**
 * Checks a CFDI 4.0 whose structure is right against the error matrix (CFDI40101 to CFDI40221): notes every rule that
 * it breaks, head first, then each line with its taxes, then the totals; it stops when `fallas` has `limite`. What
 * needs the large catalogues or the register of taxpayers is judged only where `contexto` has them.
 */
export function revisarCfdi40(
  raiz: Nodo,
  contexto: ContextoReglas,
  fallas: Falla[],
  limite = Infinity,
): void {
  const antes = fallas.length;
  try {
    revisar(raiz, contexto, fallas, limite, doubles);
  } catch (error) {
    if (!(error instanceof TooBig)) throw error;
    fallas.length = antes;
    revisar(raiz, contexto, fallas, limite, bigints);
  }
}

function revisar<T extends Monto>(
  raiz: Nodo,
  contexto: ContextoReglas,
  fallas: Falla[],
  limite: number,
  m: Arith<T>,
): void {
  const doc = leerDocumento(raiz, m);
  const c = contexto40(contexto, doc);
  const lleno = <S>(reglas: readonly Regla40<S>[], sujetos: readonly S[]): boolean => {
    for (const sujeto of sujetos) if (aplicar(reglas, sujeto, c, fallas, limite)) return true;
    return false;
  };
  if (lleno(reglasEncabezado, [doc]) || lleno(reglasGlobal, [doc]) || lleno(reglasPartes, [doc])) return;
  const traslados = impuestosDe(m, false, doc.fecha);
  const retenciones = impuestosDe(m, true, doc.fecha);
  const leer = lectorDeConceptos(m, doc.fecha, traslados, retenciones);
  const sumas: Sumas<T> = { importes: m.zero, descuentos: m.zero, conDescuento: false };
  for (const nodo of hijo(raiz, 'Conceptos')?.hijos ?? []) {
    const concepto = leer(nodo);
    sumar(sumas, concepto, m);
    if (
      aplicar(reglasConcepto, concepto, c, fallas, limite) ||
      lleno(reglasTraslado, concepto.traslados) ||
      lleno(reglasRetencion, concepto.retenciones) ||
      detalleLleno(concepto, lleno, m)
    )
      return;
  }
  const totales: Totales = totalizar(doc, sumas, traslados, retenciones, m);
  if (lleno(reglasTotales, [totales]) || lleno(reglasResumen, [totales])) return;
  if (lleno(reglasRenglonRetencion, totales.retenciones)) return;
  lleno(reglasRenglonTraslado, totales.traslados);
}

type Aplicador = <S>(reglas: readonly Regla40<S>[], sujetos: readonly S[]) => boolean;

/** What few lines have. */
function detalleLleno<T extends Monto>(
  { tercero, pedimentos, partes }: Concepto,
  lleno: Aplicador,
  m: Arith<T>,
): boolean {
  if (tercero !== undefined && lleno(reglasTercero, [tercero])) return true;
  if (lleno(reglasPedimento, pedimentos)) return true;
  for (const parte of partes) {
    if (lleno(reglasParte, [leerParte(parte, m)])) return true;
    if (lleno(reglasPedimentoDeParte, parte.hijos)) return true;
  }
  return false;
}
