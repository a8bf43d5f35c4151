import { parsePedimento } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { exige, prohibe, reglaCp, soloSi, tiene, type ReglaCp } from './comun.js';
import { hijos } from './vista.js';

/** Goods that cross the border. */
export const reglasComercioExterior: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-Mercancia-TipoMateria',
    'El tipo de materia va cuando TranspInternac es Sí, y solo entonces.',
    'The kind of material goes where TranspInternac is Sí, and only there.',
    (bien, { vista }) => soloSi(bien, 'TipoMateria', vista.internacional),
  ),
  reglaCp(
    'CP-Mercancia-DescripcionMateria',
    'La descripción de la materia va con el tipo de materia 05 (otra), y solo con él.',
    'The description of the material goes with the kind of material 05 (other), and only with it.',
    (bien) => soloSi(bien, 'DescripcionMateria', bien.atributos['TipoMateria'] === '05'),
  ),
  reglaCp(
    'CP-Mercancia-FraccionArancelaria',
    'La fracción arancelaria está en c_FraccionArancelaria.',
    'The tariff code is in c_FraccionArancelaria.',
    (bien, { vista, grandes }) =>
      tiene(bien, 'FraccionArancelaria') &&
      grandes !== undefined &&
      !grandes.fracciones.accepts(bien.atributos['FraccionArancelaria'] ?? '', vista.dia) &&
      lugar(bien, 'FraccionArancelaria'),
  ),
  reglaCp(
    'CP-Mercancia-DocumentacionAduanera',
    'La documentación aduanera se registra cuando la mercancía entra al país.',
    'The customs documents are given where goods come into the country.',
    (bien, { vista }) =>
      vista.entrada &&
      hijos(bien, 'DocumentacionAduanera').length === 0 &&
      lugar(bien, 'DocumentacionAduanera'),
  ),
];

/** Key of c_DocumentoAduanero. */
const PEDIMENTO = '01';
const esPedimento = (documento: Nodo): boolean => documento.atributos['TipoDocumento'] === PEDIMENTO;

export const reglasDocumentacion: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-DocumentacionAduanera-NumPedimento',
    'El número de pedimento va con el documento 01 (pedimento), y solo con él.',
    'The number of the pedimento goes with document 01 (pedimento), and only with it.',
    (documento) => soloSi(documento, 'NumPedimento', esPedimento(documento)),
  ),
  reglaCp(
    'CP-DocumentacionAduanera-NumPedimento-Clave',
    'El número de pedimento es de una aduana, una patente y un año que existen.',
    'The number of the pedimento is of a customs office, a patent and a year that exist.',
    (documento, { vista, grandes }) => {
      const pedimento = documento.atributos['NumPedimento'];
      if (pedimento === undefined) return false;
      const malo = grandes
        ? grandes.pedimentos.problem(pedimento, vista.dia) !== undefined
        : parsePedimento(pedimento) === undefined;
      return malo && lugar(documento, 'NumPedimento');
    },
  ),
  reglaCp(
    'CP-DocumentacionAduanera-IdentDocAduanero',
    'El folio del documento va con los documentos distintos del 01 (pedimento), y solo con ellos.',
    "The document's folio goes with documents other than 01 (pedimento), and only with them.",
    (documento) => soloSi(documento, 'IdentDocAduanero', !esPedimento(documento)),
  ),
  reglaCp(
    'CP-DocumentacionAduanera-RFCImpo',
    'El RFC del importador va con el pedimento: se exige cuando la mercancía entra al país.',
    "The importer's RFC goes with the pedimento: it is asked for where goods come into the country.",
    (documento, { vista }) =>
      exige(documento, 'RFCImpo', vista.entrada && esPedimento(documento)) ||
      prohibe(documento, 'RFCImpo', !esPedimento(documento)),
  ),
];
