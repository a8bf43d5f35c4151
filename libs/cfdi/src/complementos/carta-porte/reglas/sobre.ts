import { lugar } from '../../../reglas/regla.js';
import { hijo, hijos, type Vista } from './vista.js';
import { numero, reglaCp, type ReglaCp } from './comun.js';

/** What Carta Porte asks of the document that carries it: an income, or a transfer of one's own goods. */
export const reglasSobre: readonly ReglaCp<Vista>[] = [
  reglaCp(
    'CP-Comprobante-TipoDeComprobante',
    'El complemento Carta Porte va en un comprobante de tipo I (ingreso) o T (traslado).',
    'The Carta Porte complement goes in a document of type I (income) or T (transfer).',
    ({ tipo, raiz }) => tipo !== 'I' && tipo !== 'T' && lugar(raiz, 'TipoDeComprobante'),
  ),
  reglaCp(
    'CP102',
    'En un traslado el SubTotal es cero.',
    'In a transfer SubTotal is zero.',
    ({ tipo, raiz }) => tipo === 'T' && numero(raiz, 'SubTotal') !== 0n && lugar(raiz, 'SubTotal'),
  ),
  reglaCp(
    'CP103',
    'En un traslado la moneda es XXX.',
    'In a transfer the currency is XXX.',
    ({ tipo, raiz }) => tipo === 'T' && raiz.atributos['Moneda'] !== 'XXX' && lugar(raiz, 'Moneda'),
  ),
  reglaCp(
    'CP104',
    'En un ingreso la moneda no puede ser XXX.',
    'In an income the currency cannot be XXX.',
    ({ tipo, raiz }) => tipo === 'I' && raiz.atributos['Moneda'] === 'XXX' && lugar(raiz, 'Moneda'),
  ),
  reglaCp(
    'CP105',
    'En un traslado el Total es cero.',
    'In a transfer Total is zero.',
    ({ tipo, raiz }) => tipo === 'T' && numero(raiz, 'Total') !== 0n && lugar(raiz, 'Total'),
  ),
  reglaCp(
    'CP-Receptor-Rfc',
    'En un traslado el receptor es el emisor.',
    'In a transfer the receiver is the issuer.',
    ({ tipo, raiz }) => {
      const [emisor, receptor] = [hijo(raiz, 'Emisor'), hijo(raiz, 'Receptor')];
      return (
        tipo === 'T' &&
        emisor?.atributos['Rfc'] !== receptor?.atributos['Rfc'] &&
        lugar(receptor ?? raiz, 'Rfc')
      );
    },
  ),
  reglaCp(
    'CP-Receptor-UsoCFDI',
    'En un traslado el uso del CFDI es S01.',
    'In a transfer the use of the CFDI is S01.',
    ({ tipo, raiz }) => {
      const receptor = hijo(raiz, 'Receptor');
      return tipo === 'T' && receptor?.atributos['UsoCFDI'] !== 'S01' && lugar(receptor ?? raiz, 'UsoCFDI');
    },
  ),
  reglaCp(
    'CP-Complemento-CartaPorte',
    'Un comprobante tiene un solo complemento Carta Porte.',
    'A document has one Carta Porte complement only.',
    ({ carta, raiz }) =>
      hijos(raiz, 'Complemento')
        .flatMap((complemento) => complemento.hijos)
        .filter(({ nombre, espacio }) => nombre === carta.nombre && espacio === carta.espacio)
        .indexOf(carta) > 0 && lugar(carta),
  ),
];
