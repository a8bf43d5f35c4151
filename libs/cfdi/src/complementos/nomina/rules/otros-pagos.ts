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
    'Con TipoRegimen 02 debe registrarse el otro pago 002 (subsidio para el empleo) o, en su lugar, el 007 o el 008; el 002 no puede combinarse con ellos.',
    'With TipoRegimen 02 give the other payment 002 (subsidy for employment) or, in its place, 007 or 008; 002 cannot be beside them.',
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
    'Los otros pagos 002, 007 y 008 solo pueden registrarse con TipoRegimen 02.',
    'The other payments 002, 007 and 008 are allowed only with TipoRegimen 02.',
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
    'TipoOtroPago no es una clave vigente de c_TipoOtroPago.',
    'TipoOtroPago is no key in force of c_TipoOtroPago.',
    (one, { fecha }) => when(!tiposOtroPago.has(typeOf(one), fecha), one, 'TipoOtroPago'),
  ),
  rule(
    'NOM98',
    'Con el otro pago 004 debe registrarse el nodo CompensacionSaldosAFavor.',
    'With the other payment 004 give the node CompensacionSaldosAFavor.',
    (one) => when(typeOf(one) === SALDO_A_FAVOR && !saldoOf(one), one, 'CompensacionSaldosAFavor'),
  ),
  rule(
    'NOM99',
    'Con el otro pago 002 debe registrarse SubsidioCausado.',
    'With the other payment 002 give SubsidioCausado.',
    (one) => when(typeOf(one) === SUBSIDIO && !subsidioOf(one), one, 'SubsidioAlEmpleo'),
  ),
  rule(
    'NOM100',
    'El Importe de un otro pago distinto de 002 debe ser mayor que cero.',
    'The Importe of another payment than 002 must be above zero.',
    (one) => when(typeOf(one) !== SUBSIDIO && importeOf(one, 'Importe') <= 0n, one, 'Importe'),
  ),
  rule(
    'NOM101',
    'SubsidioCausado es mayor que el tope del año para hasta 31 días pagados.',
    "SubsidioCausado is above the year's cap for up to 31 days paid.",
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
    'El SaldoAFavor debe ser mayor o igual que el RemanenteSalFav.',
    'SaldoAFavor must be at least RemanenteSalFav.',
    (one) =>
      when(
        importeOf(saldoOf(one), 'SaldoAFavor') < importeOf(saldoOf(one), 'RemanenteSalFav'),
        saldoOf(one),
        'SaldoAFavor',
      ),
  ),
  rule(
    'NOM103',
    'El Año del saldo a favor debe ser el anterior al de pago, o el mismo si se paga en diciembre.',
    'The Año of the balance in favour must be the one before that of payment, or the same where December is paid.',
    (one, read) => {
      const { year, december } = ejercicioOf(read);
      const given = Number(attributeOf(saldoOf(one), 'Año'));
      return when(given !== year - 1 && !(december && given === year), saldoOf(one), 'Año');
    },
  ),
  rule(
    'NOM107',
    'El Importe del otro pago 002 no puede ser mayor que SubsidioCausado.',
    'The Importe of the other payment 002 cannot be above SubsidioCausado.',
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
    'SubsidioCausado es mayor que el tope por día para más de 31 días pagados.',
    'SubsidioCausado is above the cap per day for more than 31 days paid.',
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
