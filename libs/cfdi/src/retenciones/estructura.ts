import { estandarDe } from '../formas/estandares/index.js';
import { retenciones20 } from '../formas/estandares/cfdi/retenciones-20.js';
import { defectosDe, type Defecto } from '../formas/revisar.js';
import { isTimbre } from '../lectura/comprobante.js';
import type { Nodo } from '../parsed.js';

const SELLO = new Set(['Sello', 'NoCertificado', 'Certificado']);

/**
 * What is wrong with the structure of retenciones:Retenciones: its own table, and that of each complement. The three
 * attributes of the seal are not looked at: a document that is not sealed yet has them empty.
 */
export function defectosDeRetencion(raiz: Nodo, limite = Infinity): Defecto[] {
  const propios = defectosDe(retenciones20.raiz, raiz, limite).filter(
    ({ nodo, atributo }) => nodo !== raiz || atributo === undefined || !SELLO.has(atributo),
  );
  return [...propios, ...complementosDe(raiz).flatMap((nodo) => deComplemento(nodo, limite))].slice(
    0,
    limite,
  );
}

function deComplemento(nodo: Nodo, limite: number): Defecto[] {
  const estandar = estandarDe(nodo, 'retenciones');
  return estandar ? defectosDe(estandar.raiz, nodo, limite) : [{ clase: 'sobra', nodo }];
}

/** The elements inside of retenciones:Complemento, the stamp not among them. */
export const complementosDe = (raiz: Nodo): readonly Nodo[] =>
  raiz.hijos
    .filter(({ nombre, espacio }) => nombre === 'Complemento' && espacio === raiz.espacio)
    .flatMap(({ hijos }) => hijos)
    .filter((nodo) => !isTimbre(nodo));
