import { REGIMEN_SUELDOS, tiposOtroPago, tiposRegimen } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { rule, type Rule } from '../../../rules/rule.js';
import { subsidioCapOf } from '../validity.js';
import { attributeOf, childOf, importeOf, when, type ReadNomina } from './read-nomina.js';

/** NOM97 to NOM108: payments that are no wages, above all the subsidy for employment. */

const SUBSIDIO = '002';
const SALDO_A_FAVOR = '004';
/** Adjustments of the subsidy at the end of a month, which replace it. */
const ADJUSTMENTS = ['007', '008'];

const typeOf = (pago: XmlNode): string => attributeOf(pago, 'TipoOtroPago') ?? '';
const ofType = ({ lists }: ReadNomina, ...types: readonly string[]): readonly XmlNode[] =>
  lists.otrosPagos.filter((one) => types.includes(typeOf(one)));
const regimen = ({ receptor }: ReadNomina): string => attributeOf(receptor, 'TipoRegimen') ?? '';

export const otrosPagosRules: readonly Rule<ReadNomina, ReadNomina>[] = [
  rule(
    'NOM105',
    'Con el régimen 02 va un otro pago 002 (subsidio para el empleo), o en su lugar 007 u 008, no junto con ellos.',
    'With the regime 02 goes another payment 002 (subsidy for employment), or 007 or 008 in its place, not beside them.',
    (read) => {
      if (regimen(read) !== REGIMEN_SUELDOS) return false;
      const adjustments = ofType(read, ...ADJUSTMENTS);
      const subsidios = ofType(read, SUBSIDIO).length > 0;
      if (subsidios === adjustments.length > 0)
        return subsidios
          ? when(true, adjustments[0], 'TipoOtroPago')
          : { node: read.nomina, name: 'OtrosPagos' };
      return false;
    },
  ),
  rule(
    'NOM106',
    'Los otros pagos 002, 007 y 008 van solo con el régimen 02.',
    'The other payments 002, 007 and 008 go with the regime 02 only.',
    (read) =>
      when(
        regimen(read) !== REGIMEN_SUELDOS && tiposRegimen.find(regimen(read)) !== undefined,
        ofType(read, SUBSIDIO, ...ADJUSTMENTS)[0],
        'TipoOtroPago',
      ),
  ),
];

const saldoOf = (pago: XmlNode): XmlNode | undefined => childOf(pago, 'CompensacionSaldosAFavor');
const subsidioOf = (pago: XmlNode): XmlNode | undefined => childOf(pago, 'SubsidioAlEmpleo');
const MONTHS_OF_31_DAYS = 31_000_000n;
const MICROS = 1_000_000n;

/** The year of FechaPago, and whether what is paid is of December. */
function ejercicioOf({ nomina }: ReadNomina): { readonly year: number; readonly december: boolean } {
  const pago = attributeOf(nomina, 'FechaPago') ?? '';
  const end = attributeOf(nomina, 'FechaFinalPago') ?? '';
  const year = pago.slice(0, 4);
  return { year: Number(year), december: [pago, end].some((day) => day.startsWith(`${year}-12`)) };
}

/** Of each other payment. */
export const otroPagoRules: readonly Rule<XmlNode, ReadNomina>[] = [
  rule(
    'NOM97',
    'El tipo de otro pago es una clave vigente de c_TipoOtroPago.',
    'The kind of other payment is a valid key of c_TipoOtroPago.',
    (one, { fecha }) => when(!tiposOtroPago.has(typeOf(one), fecha), one, 'TipoOtroPago'),
  ),
  rule(
    'NOM98',
    'Con el otro pago 004 el nodo CompensacionSaldosAFavor es necesario.',
    'With the other payment 004 the node CompensacionSaldosAFavor is required.',
    (one) => when(typeOf(one) === SALDO_A_FAVOR && !saldoOf(one), one, 'CompensacionSaldosAFavor'),
  ),
  rule(
    'NOM99',
    'Con el otro pago 002 el subsidio causado es necesario.',
    'With the other payment 002 the subsidy caused is required.',
    (one) => when(typeOf(one) === SUBSIDIO && !subsidioOf(one), one, 'SubsidioAlEmpleo'),
  ),
  rule(
    'NOM100',
    'El importe de un otro pago que no es 002 es mayor que cero.',
    'The amount of another payment that is not 002 is above zero.',
    (one) => when(typeOf(one) !== SUBSIDIO && importeOf(one, 'Importe') <= 0n, one, 'Importe'),
  ),
  rule(
    'NOM101',
    'El subsidio causado en hasta 31 días pagados no pasa del tope del año.',
    "The subsidy caused in up to 31 days paid does not exceed the year's cap.",
    (one, { nomina, fecha }) =>
      when(
        importeOf(nomina, 'NumDiasPagados') <= MONTHS_OF_31_DAYS &&
          importeOf(subsidioOf(one), 'SubsidioCausado') > subsidioCapOf(fecha).until31,
        subsidioOf(one),
        'SubsidioCausado',
      ),
  ),
  rule(
    'NOM102',
    'El saldo a favor no es menor que su remanente.',
    'The balance in favour is not less than what remains of it.',
    (one) =>
      when(
        importeOf(saldoOf(one), 'SaldoAFavor') < importeOf(saldoOf(one), 'RemanenteSalFav'),
        saldoOf(one),
        'SaldoAFavor',
      ),
  ),
  rule(
    'NOM103',
    'El año del saldo a favor es el anterior al de pago, o el mismo cuando se paga diciembre.',
    'The year of the balance in favour is the one before that of payment, or the same where December is paid.',
    (one, read) => {
      const { year, december } = ejercicioOf(read);
      const given = Number(attributeOf(saldoOf(one), 'Año'));
      return when(given !== year - 1 && !(december && given === year), saldoOf(one), 'Año');
    },
  ),
  rule(
    'NOM107',
    'El subsidio entregado (002) no es mayor que el causado.',
    'The subsidy given (002) is not above the one caused.',
    (one) =>
      when(
        typeOf(one) === SUBSIDIO &&
          subsidioOf(one) !== undefined &&
          importeOf(one, 'Importe') > importeOf(subsidioOf(one), 'SubsidioCausado'),
        one,
        'Importe',
      ),
  ),
  rule(
    'NOM108',
    'El subsidio causado en más de 31 días pagados no pasa del tope por día.',
    'The subsidy caused in more than 31 days paid does not exceed the cap per day.',
    (one, { nomina, fecha }) => {
      const days = importeOf(nomina, 'NumDiasPagados');
      const causado = importeOf(subsidioOf(one), 'SubsidioCausado');
      return when(
        days > MONTHS_OF_31_DAYS && causado * MICROS > subsidioCapOf(fecha).perDay * days,
        subsidioOf(one),
        'SubsidioCausado',
      );
    },
  ),
];
