import type { Nodo } from '#cfdi';
import { reglasConcepto, reglasRetencion, reglasTraslado } from './concepto.js';
import { documento, type Documento, type Resumen } from './figures.js';
import { reglasEncabezado } from './header.js';
import { primeraFalla, type Falla } from './rule.js';
import { reglasResumen, reglasResumenRetencion, reglasResumenTraslado, reglasTotales } from './totals.js';

const nowhere = (): string => '.';

/**
 * Checks a document whose structure is right against the error matrix, and returns the first rule that it
 * breaks: header, conceptos with their taxes, then totals. Rules are tables, one file a part of the document;
 * further rules of the matrix are further rows.
 */
export function matrixProblem(nodo: Nodo): Falla | undefined {
  const doc = documento(nodo);
  return (
    primeraFalla(reglasEncabezado, [doc], doc, nowhere) ??
    conceptosProblem(doc) ??
    primeraFalla(reglasTotales, [doc], doc, nowhere) ??
    (doc.resumen && resumenProblem(doc.resumen, doc))
  );
}

function conceptosProblem(doc: Documento): Falla | undefined {
  const conceptos = primeraFalla(reglasConcepto, doc.conceptos, doc, (i) => ` (concepto ${i + 1}).`);
  if (conceptos) return conceptos;
  for (const [i, { traslados, retenciones }] of doc.conceptos.entries()) {
    const where = (): string => ` (concepto ${i + 1}).`;
    const falla =
      primeraFalla(reglasTraslado, traslados, doc, where) ??
      primeraFalla(reglasRetencion, retenciones, doc, where);
    if (falla) return falla;
  }
  return undefined;
}

const resumenProblem = (resumen: Resumen, doc: Documento): Falla | undefined =>
  primeraFalla(reglasResumen, [resumen], doc, nowhere) ??
  primeraFalla(reglasResumenRetencion, resumen.retenciones, doc, nowhere) ??
  primeraFalla(reglasResumenTraslado, resumen.traslados, doc, nowhere);
