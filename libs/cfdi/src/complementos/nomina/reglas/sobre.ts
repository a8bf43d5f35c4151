import { collapse } from '../../../text.js';
import { regla, type Regla } from '../../../reglas/regla.js';
import { atributo, hijo, hijos, importe, noInscrito, pagado, si, suma, type Leida } from './leida.js';

/** NOM1 to NOM29: what the comprobante around a payroll says, which is nearly always the same. */
type ReglaSobre = Regla<Leida, Leida>;
const de = (
  codigo: string,
  es: string,
  en: string,
  rompe: (leida: Leida) => ReturnType<typeof si>,
): ReglaSobre => regla(codigo, es, en, rompe);

type Padre = 'Comprobante' | 'Emisor' | 'Receptor' | 'Concepto';
const padre = ({ raiz }: Leida, donde: Padre): ReturnType<typeof hijo> =>
  donde === 'Comprobante'
    ? raiz
    : donde === 'Concepto'
      ? hijo(hijo(raiz, 'Conceptos'), 'Concepto')
      : hijo(raiz, donde);

/** An attribute that has one value. */
const fijo = (codigo: string, donde: Padre, nombre: string, valor: string): ReglaSobre =>
  de(
    codigo,
    `${donde}.${nombre} de una nómina es "${valor}".`,
    `${donde}.${nombre} of a payroll is "${valor}".`,
    (leida) => {
      const nodo = padre(leida, donde);
      return si(collapse(atributo(nodo, nombre) ?? '') !== valor, nodo, nombre);
    },
  );

/** An attribute that may not be there. */
const sinAtributo = (codigo: string, donde: Padre, nombre: string): ReglaSobre =>
  de(codigo, `Una nómina no lleva ${donde}.${nombre}.`, `A payroll has no ${donde}.${nombre}.`, (leida) => {
    const nodo = padre(leida, donde);
    return si(atributo(nodo, nombre) !== undefined, nodo, nombre);
  });

/** A child that may not be there. */
const sinHijo = (codigo: string, donde: Padre, nombre: string): ReglaSobre =>
  de(codigo, `Una nómina no lleva ${donde}.${nombre}.`, `A payroll has no ${donde}.${nombre}.`, (leida) => {
    const nodo = padre(leida, donde);
    return si(hijo(nodo, nombre) !== undefined, nodo, nombre);
  });

/** An amount of the line that is one of the payroll's (of all of them, where there are several). */
const monto = (codigo: string, nombre: string, que: string, deNomina: (leida: Leida) => bigint): ReglaSobre =>
  de(codigo, `Concepto.${nombre} es ${que}.`, `Concepto.${nombre} is ${que}.`, (leida) => {
    const concepto = padre(leida, 'Concepto');
    return si(importe(concepto, nombre) !== deNomina(leida), concepto, nombre);
  });

const rfcDel = (leida: Leida, donde: Padre): string => atributo(padre(leida, donde), 'Rfc') ?? '';
/** RFC of a company: 12 characters; of a person: 13. */
const LARGO_MORAL = 12;
const LARGO_FISICA = 13;

export const reglasSobre: readonly ReglaSobre[] = [
  fijo('NOM1', 'Comprobante', 'Moneda', 'MXN'),
  fijo('NOM2', 'Comprobante', 'TipoDeComprobante', 'N'),
  fijo('NOM3', 'Comprobante', 'Exportacion', '01'),
  sinHijo('NOM4', 'Comprobante', 'InformacionGlobal'),
  sinAtributo('NOM7', 'Emisor', 'FacAtrAdquirente'),
  de(
    'NOM8',
    'El RFC de quien recibe una nómina es de persona física.',
    'The RFC that gets a payroll is that of a person.',
    (leida) => si(rfcDel(leida, 'Receptor').length !== LARGO_FISICA, padre(leida, 'Receptor'), 'Rfc'),
  ),
  de(
    'NOM9',
    'El RFC del receptor no está en la lista de contribuyentes inscritos.',
    "The receiver's RFC is not in the list of registered taxpayers.",
    (leida) => si(noInscrito(rfcDel(leida, 'Receptor'), leida), padre(leida, 'Receptor'), 'Rfc'),
  ),
  fijo('NOM11', 'Receptor', 'RegimenFiscalReceptor', '605'),
  fijo('NOM12', 'Receptor', 'UsoCFDI', 'CN01'),
  de('NOM13', 'Una nómina tiene un solo concepto.', 'A payroll has one line only.', ({ raiz }) => {
    const conceptos = hijo(raiz, 'Conceptos');
    return si(hijos(conceptos, 'Concepto').length !== 1, conceptos ?? raiz);
  }),
  fijo('NOM14', 'Concepto', 'ClaveProdServ', '84111505'),
  sinAtributo('NOM15', 'Concepto', 'NoIdentificacion'),
  fijo('NOM16', 'Concepto', 'Cantidad', '1'),
  fijo('NOM17', 'Concepto', 'ClaveUnidad', 'ACT'),
  sinAtributo('NOM18', 'Concepto', 'Unidad'),
  fijo('NOM19', 'Concepto', 'Descripcion', 'Pago de nómina'),
  monto('NOM20', 'ValorUnitario', 'TotalPercepciones + TotalOtrosPagos', ({ nominas }) => pagado(nominas)),
  monto('NOM21', 'Importe', 'TotalPercepciones + TotalOtrosPagos', ({ nominas }) => pagado(nominas)),
  monto('NOM22', 'Descuento', 'TotalDeducciones', ({ nominas }) => suma(nominas, 'TotalDeducciones')),
  fijo('NOM23', 'Concepto', 'ObjetoImp', '01'),
  sinHijo('NOM24', 'Concepto', 'Impuestos'),
  sinHijo('NOM25', 'Concepto', 'ACuentaTerceros'),
  sinHijo('NOM26', 'Concepto', 'InformacionAduanera'),
  sinHijo('NOM27', 'Concepto', 'CuentaPredial'),
  sinHijo('NOM28', 'Concepto', 'ComplementoConcepto'),
  sinHijo('NOM29', 'Concepto', 'Parte'),
];

/** NOM5 and NOM6: of each payroll, by who issues the document. */
export const reglasCurp: readonly ReglaSobre[] = [
  de(
    'NOM5',
    'La CURP del emisor no va cuando el emisor es persona moral.',
    "The issuer's CURP does not go where the issuer is a company.",
    (leida) =>
      si(
        rfcDel(leida, 'Emisor').length === LARGO_MORAL && atributo(leida.emisor, 'Curp') !== undefined,
        leida.emisor,
        'Curp',
      ),
  ),
  de(
    'NOM6',
    'La CURP del emisor es necesaria cuando el emisor es persona física.',
    "The issuer's CURP is required where the issuer is a person.",
    (leida) =>
      rfcDel(leida, 'Emisor').length === LARGO_FISICA &&
      atributo(leida.emisor, 'Curp') === undefined &&
      delEmisor(leida, 'Curp'),
  ),
];

/** The place of an attribute that Emisor lacks, or that lacks an Emisor. */
export const delEmisor = ({ emisor, nomina }: Leida, nombre: string): ReturnType<typeof si> =>
  emisor ? { nodo: emisor, nombre } : { nodo: nomina, nombre: `Emisor.${nombre}` };
