import { parsePedimento } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { requireAttribute, forbidAttribute, cpRule, onlyIf, hasAttribute, type CpRule } from './common.js';
import { childrenOf } from './view.js';

/** Goods that cross the border. */
export const comercioExteriorRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-Mercancia-TipoMateria',
    'El tipo de materia va cuando TranspInternac es Sí, y solo entonces.',
    'The kind of material goes where TranspInternac is Sí, and only there.',
    (bien, { view }) => onlyIf(bien, 'TipoMateria', view.internacional),
  ),
  cpRule(
    'CP-Mercancia-DescripcionMateria',
    'La descripción de la materia va con el tipo de materia 05 (otra), y solo con él.',
    'The description of the material goes with the kind of material 05 (other), and only with it.',
    (bien) => onlyIf(bien, 'DescripcionMateria', bien.attributes['TipoMateria'] === '05'),
  ),
  cpRule(
    'CP-Mercancia-FraccionArancelaria',
    'La fracción arancelaria está en c_FraccionArancelaria.',
    'The tariff code is in c_FraccionArancelaria.',
    (bien, { view, large }) =>
      hasAttribute(bien, 'FraccionArancelaria') &&
      large !== undefined &&
      !large.fracciones.accepts(bien.attributes['FraccionArancelaria'] ?? '', view.day) &&
      placeOf(bien, 'FraccionArancelaria'),
  ),
  cpRule(
    'CP-Mercancia-DocumentacionAduanera',
    'La documentación aduanera se registra cuando la mercancía entra al país.',
    'The customs documents are given where goods come into the country.',
    (bien, { view }) =>
      view.entry &&
      childrenOf(bien, 'DocumentacionAduanera').length === 0 &&
      placeOf(bien, 'DocumentacionAduanera'),
  ),
];

/** Key of c_DocumentoAduanero. */
const PEDIMENTO = '01';
const isPedimento = (document: XmlNode): boolean => document.attributes['TipoDocumento'] === PEDIMENTO;

export const documentationRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-DocumentacionAduanera-NumPedimento',
    'El número de pedimento va con el documento 01 (pedimento), y solo con él.',
    'The number of the pedimento goes with document 01 (pedimento), and only with it.',
    (document) => onlyIf(document, 'NumPedimento', isPedimento(document)),
  ),
  cpRule(
    'CP-DocumentacionAduanera-NumPedimento-Clave',
    'El número de pedimento es de una aduana, una patente y un año que existen.',
    'The number of the pedimento is of a customs office, a patent and a year that exist.',
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
    'CP-DocumentacionAduanera-IdentDocAduanero',
    'El folio del documento va con los documentos distintos del 01 (pedimento), y solo con ellos.',
    "The document's folio goes with documents other than 01 (pedimento), and only with them.",
    (document) => onlyIf(document, 'IdentDocAduanero', !isPedimento(document)),
  ),
  cpRule(
    'CP-DocumentacionAduanera-RFCImpo',
    'El RFC del importador va con el pedimento: se exige cuando la mercancía entra al país.',
    "The importer's RFC goes with the pedimento: it is asked for where goods come into the country.",
    (document, { view }) =>
      requireAttribute(document, 'RFCImpo', view.entry && isPedimento(document)) ||
      forbidAttribute(document, 'RFCImpo', !isPedimento(document)),
  ),
];
