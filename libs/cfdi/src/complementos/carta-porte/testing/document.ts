import { formatDecimal } from '#kernel';
import type { Comprobante } from '../../../comprobante.js';
import { comprobanteToNode } from '../../../document/node.js';
import { toComplemento } from '../../../schemas/write.js';
import type { ComprobanteInput } from '../../../input.js';
import type { XmlNode } from '../../../parsed.js';
import type { Violation } from '../../../rules/rule.js';
import { buildDocument } from '../../../testing/build.js';
import type { BuiltComplemento } from '../../complemento.js';
import { buildCartaPorte } from '../build.js';
import { checkCartaPorte } from '../rules/index.js';
import type { LargeCatalogues } from '#sat';

/** The complement of an input, or the test fails with the refusal. */
export function cartaOf(input: ComprobanteInput): BuiltComplemento {
  const [complemento] = input.complementos ?? [];
  if (complemento?.tipo !== 'cartaPorte') throw new Error('no Carta Porte');
  const made = buildCartaPorte(complemento.datos, input, 'complementos[0].datos');
  if (!made.ok) throw new Error(JSON.stringify(made.refusal.details, null, 1));
  return made.value;
}

/** A document with its complement: what is built, and the element that its XML would be. */
export interface Document {
  readonly comprobante: Comprobante;
  readonly root: XmlNode;
  readonly carta: XmlNode;
}

/**
 * Builds a document of type I and puts the complement in; a transfer is one whose amounts are nothing. It goes by no
 * builder of whole documents, so that the complement is tried by itself.
 */
export function documentOf(input: ComprobanteInput): Document {
  const { standard, node } = cartaOf(input);
  const traslado = input.tipo === 'T';
  const { complementos: _complementos, ...rest } = input;
  const base = buildDocument({
    ...rest,
    tipo: 'I',
    ...(traslado && {
      ...{ moneda: 'MXN', decimalesMoneda: 2, formaPago: '99', metodoPago: 'PUE' },
      conceptos: rest.conceptos.map((concepto) => ({ ...concepto, precio: '1' })),
    }),
  });
  const zero = formatDecimal(0n);
  const comprobante: Comprobante = {
    ...base,
    ...(traslado && {
      ...{ tipo: 'T', moneda: 'XXX', subTotal: zero, total: zero },
      ...{ formaPago: undefined, metodoPago: undefined },
      conceptos: base.conceptos.map((concepto) => ({ ...concepto, valorUnitario: zero, importe: zero })),
    }),
    complementos: [toComplemento(standard, node)],
  };
  const root = comprobanteToNode(comprobante, {
    ofComprobante: [{ standard, node }],
    ofConceptos: new Map(),
  });
  return { comprobante, root, carta: node };
}

/** The rules that a document breaks. */
export function violationsOf(root: XmlNode, carta: XmlNode, large?: LargeCatalogues): Violation[] {
  const violations: Violation[] = [];
  checkCartaPorte(carta, { root, ...(large && { large }) }, violations);
  return violations;
}
