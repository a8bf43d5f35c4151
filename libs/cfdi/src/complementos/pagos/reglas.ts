import { decimal } from '#kernel';
import { aplicar, lugar, regla, type ContextoReglas, type Falla, type Regla } from '../../reglas/regla.js';
import type { Nodo } from '../../parsed.js';
import { valor } from './escrito.js';
import { reglasDelDocumento, type ContextoPagos } from './reglas-documento.js';
import { reglasDeRetencionDR, reglasDeTrasladoDR } from './reglas-impuestos-dr.js';
import { reglasDeRetencionP, reglasDeTrasladoP } from './reglas-impuestos-p.js';
import { reglasDelPago } from './reglas-pago.js';
import { conceptosDe, reglasDelConcepto, reglasDelSobre } from './reglas-sobre.js';
import { centavosDe, TOTALES } from './totales.js';
import { vistaDePagos, type VistaPagos } from './vista.js';

/** Of pago20:Totales (CRP20201 to CRP20211): each is what the payments have, in MXN, rounded after the sum. */
const reglasDeTotales: readonly Regla<VistaPagos, unknown>[] = TOTALES.map((total) =>
  regla(
    total.codigo,
    `${total.atributo} no es el redondeo de lo que suman los pagos en MXN.`,
    `${total.atributo} is not the rounded sum of the payments in MXN.`,
    ({ totales, pagos }) => {
      const escrito = valor(totales, total.atributo);
      if (escrito === undefined) return false;
      const centavos = centavosDe(total, pagos) ?? 0n;
      return decimal(escrito) !== centavos * 10_000n && lugar(totales, total.atributo);
    },
  ),
);

/** Every code that a rule here answers with. */
export const codigosDeReglas: ReadonlySet<string> = new Set(
  [
    ...[reglasDelSobre, reglasDelConcepto, reglasDeTotales, reglasDelPago, reglasDelDocumento],
    ...[reglasDeRetencionDR, reglasDeTrasladoDR, reglasDeRetencionP, reglasDeTrasladoP],
  ].flatMap((reglas) => reglas.map(({ codigo }) => codigo)),
);

/**
 * Notes every rule of the error matrix of Pagos 2.0 (revision B) that a document with a pago20:Pagos breaks, in the
 * document and in the element; it stops at `limite`. The structure of both holds already.
 */
export function revisarPagos(nodo: Nodo, { raiz }: ContextoReglas, fallas: Falla[], limite = Infinity): void {
  if (aplicar(reglasDelSobre, raiz, {}, fallas, limite)) return;
  const conceptos = conceptosDe(raiz);
  if (conceptos[0] && conceptos.length === 1 && aplicar(reglasDelConcepto, conceptos[0], {}, fallas, limite))
    return;
  const fecha = raiz.atributos['Fecha'];
  revisarComplemento(nodo, fecha === undefined ? {} : { fecha }, fallas, limite);
}

/** The same of the element alone (CRP20201 on). */
export function revisarComplemento(
  nodo: Nodo,
  contexto: ContextoPagos,
  fallas: Falla[],
  limite = Infinity,
): void {
  const vista = vistaDePagos(nodo);
  const llena = <T>(reglas: readonly Regla<T, ContextoPagos>[], sujeto: T): boolean =>
    aplicar(reglas, sujeto, contexto, fallas, limite);
  if (llena(reglasDeTotales, vista)) return;
  for (const pago of vista.pagos) {
    if (llena(reglasDelPago, pago)) return;
    for (const documento of pago.documentos) {
      if (llena(reglasDelDocumento, documento)) return;
      for (const fila of documento.filas)
        if (llena(fila.retencion ? reglasDeRetencionDR : reglasDeTrasladoDR, fila)) return;
    }
    for (const grupo of pago.gruposRetenidos) if (llena(reglasDeRetencionP, grupo)) return;
    for (const grupo of pago.gruposTrasladados) if (llena(reglasDeTrasladoP, grupo)) return;
  }
}
