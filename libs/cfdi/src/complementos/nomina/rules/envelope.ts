import { collapse } from '../../../text.js';
import { rule, type Rule } from '../../../rules/rule.js';
import {
  attributeOf,
  childOf,
  childrenOf,
  importeOf,
  isUnregistered,
  toPaidPart,
  when,
  sumOf,
  type ReadNomina,
} from './read-nomina.js';

/** NOM1 to NOM29: what the comprobante around a payroll says, which is nearly always the same. */
type EnvelopeRule = Rule<ReadNomina, ReadNomina>;
const from = (
  code: string,
  es: string,
  en: string,
  breaks: (read: ReadNomina) => ReturnType<typeof when>,
): EnvelopeRule => rule(code, es, en, breaks);

type ParentName = 'Comprobante' | 'Emisor' | 'Receptor' | 'Concepto';
const parentOf = ({ root }: ReadNomina, where: ParentName): ReturnType<typeof childOf> =>
  where === 'Comprobante'
    ? root
    : where === 'Concepto'
      ? childOf(childOf(root, 'Conceptos'), 'Concepto')
      : childOf(root, where);

/** An attribute that has one value. */
const fixedType = (code: string, where: ParentName, name: string, value: string): EnvelopeRule =>
  from(
    code,
    `${where}.${name} de una nómina debe ser "${value}".`,
    `${where}.${name} of a payroll must be "${value}".`,
    (read) => {
      const node = parentOf(read, where);
      return when(collapse(attributeOf(node, name) ?? '') !== value, node, name);
    },
  );

/** An attribute that may not be there. */
const withoutAttributeRule = (code: string, where: ParentName, name: string): EnvelopeRule =>
  from(
    code,
    `En una nómina no debe registrarse ${where}.${name}.`,
    `Leave ${where}.${name} out of a payroll.`,
    (read) => {
      const node = parentOf(read, where);
      return when(attributeOf(node, name) !== undefined, node, name);
    },
  );

/** A child that may not be there. */
const withoutChildRule = (code: string, where: ParentName, name: string): EnvelopeRule =>
  from(
    code,
    `En una nómina no debe registrarse ${where}.${name}.`,
    `Leave ${where}.${name} out of a payroll.`,
    (read) => {
      const node = parentOf(read, where);
      return when(childOf(node, name) !== undefined, node, name);
    },
  );

/** An amount of the line that is one of the payroll's (of all of them, where there are several). */
const montoRule = (
  code: string,
  name: string,
  what: string,
  nominaComprobante: (read: ReadNomina) => bigint,
): EnvelopeRule =>
  from(code, `Concepto.${name} debe ser ${what}.`, `Concepto.${name} must be ${what}.`, (read) => {
    const concepto = parentOf(read, 'Concepto');
    return when(importeOf(concepto, name) !== nominaComprobante(read), concepto, name);
  });

const rfcOf = (read: ReadNomina, where: ParentName): string =>
  attributeOf(parentOf(read, where), 'Rfc') ?? '';
/** RFC of a company: 12 characters; of a person: 13. */
const MORAL_LENGTH = 12;
const FISICA_LENGTH = 13;

export const envelopeRules: readonly EnvelopeRule[] = [
  fixedType('NOM1', 'Comprobante', 'Moneda', 'MXN'),
  fixedType('NOM2', 'Comprobante', 'TipoDeComprobante', 'N'),
  fixedType('NOM3', 'Comprobante', 'Exportacion', '01'),
  withoutChildRule('NOM4', 'Comprobante', 'InformacionGlobal'),
  withoutAttributeRule('NOM7', 'Emisor', 'FacAtrAdquirente'),
  from(
    'NOM8',
    'El RFC del receptor de una nómina debe ser de persona física.',
    'The RFC of who receives a payroll must be that of a natural person.',
    (read) => when(rfcOf(read, 'Receptor').length !== FISICA_LENGTH, parentOf(read, 'Receptor'), 'Rfc'),
  ),
  from(
    'NOM9',
    'El RFC del receptor no está en la lista de contribuyentes inscritos.',
    "The receiver's RFC is not in the list of registered taxpayers.",
    (read) => when(isUnregistered(rfcOf(read, 'Receptor'), read), parentOf(read, 'Receptor'), 'Rfc'),
  ),
  fixedType('NOM11', 'Receptor', 'RegimenFiscalReceptor', '605'),
  fixedType('NOM12', 'Receptor', 'UsoCFDI', 'CN01'),
  from(
    'NOM13',
    'Una nómina debe tener un solo concepto.',
    'A payroll must have one item only.',
    ({ root }) => {
      const conceptos = childOf(root, 'Conceptos');
      return when(childrenOf(conceptos, 'Concepto').length !== 1, conceptos ?? root);
    },
  ),
  fixedType('NOM14', 'Concepto', 'ClaveProdServ', '84111505'),
  withoutAttributeRule('NOM15', 'Concepto', 'NoIdentificacion'),
  fixedType('NOM16', 'Concepto', 'Cantidad', '1'),
  fixedType('NOM17', 'Concepto', 'ClaveUnidad', 'ACT'),
  withoutAttributeRule('NOM18', 'Concepto', 'Unidad'),
  fixedType('NOM19', 'Concepto', 'Descripcion', 'Pago de nómina'),
  montoRule('NOM20', 'ValorUnitario', 'TotalPercepciones + TotalOtrosPagos', ({ nominas }) =>
    toPaidPart(nominas),
  ),
  montoRule('NOM21', 'Importe', 'TotalPercepciones + TotalOtrosPagos', ({ nominas }) => toPaidPart(nominas)),
  montoRule('NOM22', 'Descuento', 'TotalDeducciones', ({ nominas }) => sumOf(nominas, 'TotalDeducciones')),
  fixedType('NOM23', 'Concepto', 'ObjetoImp', '01'),
  withoutChildRule('NOM24', 'Concepto', 'Impuestos'),
  withoutChildRule('NOM25', 'Concepto', 'ACuentaTerceros'),
  withoutChildRule('NOM26', 'Concepto', 'InformacionAduanera'),
  withoutChildRule('NOM27', 'Concepto', 'CuentaPredial'),
  withoutChildRule('NOM28', 'Concepto', 'ComplementoConcepto'),
  withoutChildRule('NOM29', 'Concepto', 'Parte'),
];

/** NOM5 and NOM6: of each payroll, by who issues the document. */
export const curpRules: readonly EnvelopeRule[] = [
  from(
    'NOM5',
    'Si el emisor es persona moral, no debe registrarse su CURP.',
    "Leave out the issuer's CURP where the issuer is a company.",
    (read) =>
      when(
        rfcOf(read, 'Emisor').length === MORAL_LENGTH && attributeOf(read.emisor, 'Curp') !== undefined,
        read.emisor,
        'Curp',
      ),
  ),
  from(
    'NOM6',
    'Si el emisor es persona física, debe registrarse su CURP.',
    "Give the issuer's CURP where the issuer is a natural person.",
    (read) =>
      rfcOf(read, 'Emisor').length === FISICA_LENGTH &&
      attributeOf(read.emisor, 'Curp') === undefined &&
      emisorAttributeRule(read, 'Curp'),
  ),
];

/** The place of an attribute that Emisor lacks, or that lacks an Emisor. */
export const emisorAttributeRule = ({ emisor, nomina }: ReadNomina, name: string): ReturnType<typeof when> =>
  emisor ? { node: emisor, name } : { node: nomina, name: `Emisor.${name}` };
