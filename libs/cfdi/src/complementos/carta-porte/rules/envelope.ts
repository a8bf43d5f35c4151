import { comercioExterior20 } from '../../../schemas/standards/complementos/comercio-exterior-20.js';
import { implocal } from '../../../schemas/standards/complementos/implocal.js';
import { leyendasFiscales } from '../../../schemas/standards/complementos/leyendas-fiscales.js';
import { timbre11 } from '../../../schemas/standards/cfdi/timbre-fiscal-digital.js';
import { pfic } from '../../../schemas/standards/others/pfic.js';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { childOf, childrenOf, type View } from './view.js';
import { numberOf, cpRule, type CpRule } from './common.js';

/** Product keys of freight (CP109), as ranges; those of transport by several means (CP110) are among them. */
const SERVICES = [
  ['78101500', '78102205'],
  ['78121603', '78121603'],
  ['78141500', '78141501'],
  ['84121806', '84121806'],
  ['92121800', '92121802'],
] as const;
const MULTIMODAL = [['78101900', '78101904']] as const;

const isAmong = (ranges: readonly (readonly [string, string])[], key: string): boolean =>
  ranges.some(([first, last]) => first <= key && key <= last);
const keyOf = ({ attributes }: XmlNode): string => attributes['ClaveProdServ'] ?? '';

/** Complements that a document with Carta Porte may have too (CP113). */
const COMPANIONS = new Set(
  [timbre11, comercioExterior20, pfic, implocal, leyendasFiscales].map(({ namespace }) => namespace),
);

/** Every complement of the document. */
const complementosOf = ({ root }: View): readonly XmlNode[] =>
  childrenOf(root, 'Complemento').flatMap(({ children }) => children);

/** The rules of Carta Porte for its document: an income, or a transfer of the issuer's own goods. */
export const envelopeRules: readonly CpRule<View>[] = [
  cpRule(
    'CP-Comprobante-TipoDeComprobante',
    'El complemento Carta Porte solo puede usarse en un comprobante de tipo I (ingreso) o T (traslado).',
    'The complement Carta Porte is allowed only in a document of type I (income) or T (transfer).',
    ({ carta, tipo }) => tipo !== 'I' && tipo !== 'T' && placeOf(carta),
  ),
  cpRule(
    'CP102',
    'En un traslado el SubTotal debe ser cero.',
    'In a transfer SubTotal must be zero.',
    ({ tipo, root }) => tipo === 'T' && numberOf(root, 'SubTotal') !== 0n && placeOf(root, 'SubTotal'),
  ),
  cpRule(
    'CP103',
    'En un traslado la Moneda debe ser XXX.',
    'In a transfer Moneda must be XXX.',
    ({ tipo, root }) => tipo === 'T' && root.attributes['Moneda'] !== 'XXX' && placeOf(root, 'Moneda'),
  ),
  cpRule(
    'CP104',
    'En un ingreso la Moneda debe ser distinta de XXX.',
    'In an income Moneda must be other than XXX.',
    ({ tipo, root }) => tipo === 'I' && root.attributes['Moneda'] === 'XXX' && placeOf(root, 'Moneda'),
  ),
  cpRule(
    'CP105',
    'En un traslado el Total debe ser cero.',
    'In a transfer Total must be zero.',
    ({ tipo, root }) => tipo === 'T' && numberOf(root, 'Total') !== 0n && placeOf(root, 'Total'),
  ),
  cpRule(
    'CP107',
    'En un traslado el receptor debe ser el emisor: registre el mismo RFC.',
    'In a transfer the receiver must be the issuer: give the same RFC.',
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
    'CP109',
    'En un ingreso con Carta Porte al menos un concepto debe ser el servicio de transporte, con una ClaveProdServ de 78101500 a 78102205, 78121603, 78141500, 78141501, 84121806 o de 92121800 a 92121802.',
    'In an income with Carta Porte at least one item must be the transport, with a ClaveProdServ of 78101500 to 78102205, 78121603, 78141500, 78141501, 84121806 or 92121800 to 92121802.',
    ({ conceptos, tipo }) => {
      const [first] = conceptos;
      if (tipo !== 'I' || !first || conceptos.some((one) => isAmong(SERVICES, keyOf(one)))) return false;
      return placeOf(first, 'ClaveProdServ');
    },
  ),
  cpRule(
    'CP110',
    'Las ClaveProdServ 78101900 a 78101904 son del transporte multimodal: registre al menos dos medios de transporte, u otra clave.',
    'The ClaveProdServ 78101900 to 78101904 are of multimodal transport: give at least two means of transport, or another key.',
    ({ conceptos, tipo, transportes }) => {
      if (tipo !== 'I' || transportes.size > 1) return false;
      const multimodal = conceptos.find((one) => isAmong(MULTIMODAL, keyOf(one)));
      return multimodal && placeOf(multimodal, 'ClaveProdServ');
    },
  ),
  cpRule(
    'CP111',
    'En un traslado el UsoCFDI debe ser S01.',
    'In a transfer UsoCFDI must be S01.',
    ({ tipo, root }) => {
      const receptor = childOf(root, 'Receptor');
      return (
        tipo === 'T' && receptor?.attributes['UsoCFDI'] !== 'S01' && placeOf(receptor ?? root, 'UsoCFDI')
      );
    },
  ),
  cpRule(
    'CP113',
    'Este complemento no puede coexistir con Carta Porte; solo pueden Comercio Exterior, persona física integrante de coordinado, impuestos locales y leyendas fiscales.',
    'This complement cannot be in a document with Carta Porte; only Comercio Exterior, pfic, local taxes and fiscal legends can.',
    (view) => {
      const other = complementosOf(view).find(
        ({ namespace }) => namespace !== view.carta.namespace && !COMPANIONS.has(namespace),
      );
      return other && placeOf(other);
    },
  ),
  cpRule(
    'CP-Complemento-CartaPorte',
    'Un comprobante debe tener un solo complemento Carta Porte.',
    'A document must have one complement Carta Porte only.',
    (view) =>
      complementosOf(view)
        .filter(({ name, namespace }) => name === view.carta.name && namespace === view.carta.namespace)
        .indexOf(view.carta) > 0 && placeOf(view.carta),
  ),
];
