import { placeOf } from '../../../rules/rule.js';
import { childOf, childrenOf, type View } from './view.js';
import { numberOf, cpRule, type CpRule } from './common.js';

/** The rules of Carta Porte for its document: an income, or a transfer of the issuer's own goods. */
export const envelopeRules: readonly CpRule<View>[] = [
  cpRule(
    'CP-Comprobante-TipoDeComprobante',
    'El complemento Carta Porte va en un comprobante de tipo I (ingreso) o T (traslado).',
    'The Carta Porte complement goes in a document of type I (income) or T (transfer).',
    ({ tipo, root }) => tipo !== 'I' && tipo !== 'T' && placeOf(root, 'TipoDeComprobante'),
  ),
  cpRule(
    'CP102',
    'En un traslado el SubTotal es cero.',
    'In a transfer SubTotal is zero.',
    ({ tipo, root }) => tipo === 'T' && numberOf(root, 'SubTotal') !== 0n && placeOf(root, 'SubTotal'),
  ),
  cpRule(
    'CP103',
    'En un traslado la moneda es XXX.',
    'In a transfer the currency is XXX.',
    ({ tipo, root }) => tipo === 'T' && root.attributes['Moneda'] !== 'XXX' && placeOf(root, 'Moneda'),
  ),
  cpRule(
    'CP104',
    'En un ingreso la moneda no puede ser XXX.',
    'In an income the currency cannot be XXX.',
    ({ tipo, root }) => tipo === 'I' && root.attributes['Moneda'] === 'XXX' && placeOf(root, 'Moneda'),
  ),
  cpRule(
    'CP105',
    'En un traslado el Total es cero.',
    'In a transfer Total is zero.',
    ({ tipo, root }) => tipo === 'T' && numberOf(root, 'Total') !== 0n && placeOf(root, 'Total'),
  ),
  cpRule(
    'CP-Receptor-Rfc',
    'En un traslado el receptor es el emisor.',
    'In a transfer the receiver is the issuer.',
    ({ tipo, root }) => {
      const [emisor, receptor] = [childOf(root, 'Emisor'), childOf(root, 'Receptor')];
      return (
        tipo === 'T' &&
        emisor?.attributes['Rfc'] !== receptor?.attributes['Rfc'] &&
        placeOf(receptor ?? root, 'Rfc')
      );
    },
  ),
  cpRule(
    'CP-Receptor-UsoCFDI',
    'En un traslado el uso del CFDI es S01.',
    'In a transfer the use of the CFDI is S01.',
    ({ tipo, root }) => {
      const receptor = childOf(root, 'Receptor');
      return (
        tipo === 'T' && receptor?.attributes['UsoCFDI'] !== 'S01' && placeOf(receptor ?? root, 'UsoCFDI')
      );
    },
  ),
  cpRule(
    'CP-Complemento-CartaPorte',
    'Un comprobante tiene un solo complemento Carta Porte.',
    'A document has one Carta Porte complement only.',
    ({ carta, root }) =>
      childrenOf(root, 'Complemento')
        .flatMap((complemento) => complemento.children)
        .filter(({ name, namespace }) => name === carta.name && namespace === carta.namespace)
        .indexOf(carta) > 0 && placeOf(carta),
  ),
];
