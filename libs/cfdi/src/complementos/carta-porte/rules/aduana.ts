import { parsePedimento } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { requireAttribute, forbidAttribute, cpRule, onlyIf, hasAttribute, type CpRule } from './common.js';
import { childrenOf } from './view.js';

/** Goods that cross the border. */
export const comercioExteriorRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP170',
    'TipoMateria debe registrarse cuando TranspInternac es Sí, y solo entonces.',
    'Give TipoMateria where TranspInternac is Sí, and only there.',
    (bien, { view }) => onlyIf(bien, 'TipoMateria', view.internacional),
  ),
  cpRule(
    'CP171',
    'DescripcionMateria debe registrarse con TipoMateria 05 (otra), y solo con él.',
    'Give DescripcionMateria with TipoMateria 05 (other), and only with it.',
    (bien) => onlyIf(bien, 'DescripcionMateria', bien.attributes['TipoMateria'] === '05'),
  ),
  cpRule(
    'CP-Mercancia-FraccionArancelaria',
    'FraccionArancelaria no está en c_FraccionArancelaria a la fecha del comprobante.',
    "FraccionArancelaria is not in c_FraccionArancelaria at the document's date.",
    (bien, { view, large }) =>
      hasAttribute(bien, 'FraccionArancelaria') &&
      large !== undefined &&
      !large.fracciones.accepts(bien.attributes['FraccionArancelaria'] ?? '', view.day) &&
      placeOf(bien, 'FraccionArancelaria'),
  ),
  cpRule(
    'CP172',
    'DocumentacionAduanera debe registrarse si la mercancía entra al país, puede registrarse si sale, y no debe registrarse en un transporte nacional.',
    'Give DocumentacionAduanera where goods come into the country; where they go out it is optional; leave it out of transport inside the country.',
    (bien, { view }) => {
      const given = childrenOf(bien, 'DocumentacionAduanera').length > 0;
      const wrong = view.entry ? !given : given && !view.internacional;
      return wrong && placeOf(bien, 'DocumentacionAduanera');
    },
  ),
];

/** Key of c_DocumentoAduanero. */
const PEDIMENTO = '01';
const isPedimento = (document: XmlNode): boolean => document.attributes['TipoDocumento'] === PEDIMENTO;

export const documentationRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP173',
    'Si la mercancía sale del país, TipoDocumento debe ser distinto de 01 (pedimento).',
    'Where goods go out of the country, TipoDocumento must be other than 01 (pedimento).',
    (document, { view }) =>
      view.carta.attributes['EntradaSalidaMerc'] === 'Salida' &&
      isPedimento(document) &&
      placeOf(document, 'TipoDocumento'),
  ),
  cpRule(
    'CP174',
    'NumPedimento debe registrarse con TipoDocumento 01 (pedimento), y solo con él.',
    'Give NumPedimento with TipoDocumento 01 (pedimento), and only with it.',
    (document) => onlyIf(document, 'NumPedimento', isPedimento(document)),
  ),
  cpRule(
    'CP-DocumentacionAduanera-NumPedimento-Clave',
    'El NumPedimento no corresponde a una combinación válida de aduana, patente y ejercicio.',
    'The NumPedimento does not match a valid combination of customs office, licence and year.',
    (document, { view, large }) => {
      const pedimento = document.attributes['NumPedimento'];
      if (pedimento === undefined) return false;
      const badField = large
        ? large.pedimentos.problem(pedimento, view.day) !== undefined
        : parsePedimento(pedimento) === undefined;
      return badField && placeOf(document, 'NumPedimento');
    },
  ),
  cpRule(
    'CP175',
    'IdentDocAduanero debe registrarse con un TipoDocumento distinto de 01 (pedimento), y solo con él.',
    'Give IdentDocAduanero with a TipoDocumento other than 01 (pedimento), and only with it.',
    (document) => onlyIf(document, 'IdentDocAduanero', !isPedimento(document)),
  ),
  cpRule(
    'CP176',
    'RFCImpo debe registrarse con el pedimento si la mercancía entra al país, y no con otros documentos.',
    'Give RFCImpo with the pedimento where goods come into the country, and not with other documents.',
    (document, { view }) =>
      requireAttribute(document, 'RFCImpo', view.entry && isPedimento(document)) ||
      forbidAttribute(document, 'RFCImpo', !isPedimento(document)),
  ),
];
