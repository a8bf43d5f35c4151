import { formatDecimal } from '#kernel';
import type { Comprobante } from '../../../comprobante.js';
import { nodoDelComprobante } from '../../../documento/nodo.js';
import { complementoDe } from '../../../formas/escribir.js';
import type { ComprobanteInput } from '../../../input.js';
import type { Nodo } from '../../../parsed.js';
import type { Falla } from '../../../reglas/regla.js';
import { construir } from '../../../testing/construir.js';
import type { Construido } from '../../complemento.js';
import { construirCartaPorte } from '../construir.js';
import { revisarCartaPorte } from '../reglas/index.js';
import type { LargeCatalogues } from '#sat';

/** The complement of an input, or the test fails with the refusal. */
export function cartaDe(input: ComprobanteInput): Construido {
  const [complemento] = input.complementos ?? [];
  if (complemento?.tipo !== 'cartaPorte') throw new Error('no Carta Porte');
  const hecho = construirCartaPorte(complemento.datos, input, 'complementos[0].datos');
  if (!hecho.ok) throw new Error(JSON.stringify(hecho.refusal.details, null, 1));
  return hecho.value;
}

/** A document with its complement: what is built, and the element that its XML would be. */
export interface Documento {
  readonly comprobante: Comprobante;
  readonly raiz: Nodo;
  readonly carta: Nodo;
}

/**
 * Builds a document of type I and puts the complement in; a transfer is one whose amounts are nothing. It goes by no
 * builder of whole documents, so that the complement is tried by itself.
 */
export function documentoDe(input: ComprobanteInput): Documento {
  const { estandar, nodo } = cartaDe(input);
  const traslado = input.tipo === 'T';
  const { complementos: _complementos, ...resto } = input;
  const base = construir({
    ...resto,
    tipo: 'I',
    ...(traslado && {
      ...{ moneda: 'MXN', decimalesMoneda: 2, formaPago: '99', metodoPago: 'PUE' },
      conceptos: resto.conceptos.map((concepto) => ({ ...concepto, precio: '1' })),
    }),
  });
  const cero = formatDecimal(0n);
  const comprobante: Comprobante = {
    ...base,
    ...(traslado && {
      ...{ tipo: 'T', moneda: 'XXX', subTotal: cero, total: cero },
      ...{ formaPago: undefined, metodoPago: undefined },
      conceptos: base.conceptos.map((concepto) => ({ ...concepto, valorUnitario: cero, importe: cero })),
    }),
    complementos: [complementoDe(estandar, nodo)],
  };
  const raiz = nodoDelComprobante(comprobante, {
    deComprobante: [{ estandar, nodo }],
    deConceptos: new Map(),
  });
  return { comprobante, raiz, carta: nodo };
}

/** The rules that a document breaks. */
export function fallasDe(raiz: Nodo, carta: Nodo, grandes?: LargeCatalogues): Falla[] {
  const fallas: Falla[] = [];
  revisarCartaPorte(carta, { raiz, ...(grandes && { grandes }) }, fallas);
  return fallas;
}
