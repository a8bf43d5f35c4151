import { REGIMEN_SUELDOS, tiposOtroPago, tiposRegimen } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { regla, type Regla } from '../../../reglas/regla.js';
import { topeSubsidio } from '../vigencia.js';
import { atributo, hijo, importe, si, type Leida } from './leida.js';

/** NOM97 to NOM108: payments that are no wages, above all the subsidy for employment. */

const SUBSIDIO = '002';
const SALDO_A_FAVOR = '004';
/** Adjustments of the subsidy at the end of a month, which replace it. */
const AJUSTES = ['007', '008'];

const tipo = (pago: Nodo): string => atributo(pago, 'TipoOtroPago') ?? '';
const deTipo = ({ listas }: Leida, ...tipos: readonly string[]): readonly Nodo[] =>
  listas.otrosPagos.filter((uno) => tipos.includes(tipo(uno)));
const regimen = ({ receptor }: Leida): string => atributo(receptor, 'TipoRegimen') ?? '';

export const reglasOtrosPagos: readonly Regla<Leida, Leida>[] = [
  regla(
    'NOM105',
    'Con el régimen 02 va un otro pago 002 (subsidio para el empleo), o en su lugar 007 u 008, no junto con ellos.',
    'With the regime 02 goes another payment 002 (subsidy for employment), or 007 or 008 in its place, not beside them.',
    (leida) => {
      if (regimen(leida) !== REGIMEN_SUELDOS) return false;
      const ajustes = deTipo(leida, ...AJUSTES);
      const subsidios = deTipo(leida, SUBSIDIO).length > 0;
      if (subsidios === ajustes.length > 0)
        return subsidios
          ? si(true, ajustes[0], 'TipoOtroPago')
          : { nodo: leida.nomina, nombre: 'OtrosPagos' };
      return false;
    },
  ),
  regla(
    'NOM106',
    'Los otros pagos 002, 007 y 008 van solo con el régimen 02.',
    'The other payments 002, 007 and 008 go with the regime 02 only.',
    (leida) =>
      si(
        regimen(leida) !== REGIMEN_SUELDOS && tiposRegimen.find(regimen(leida)) !== undefined,
        deTipo(leida, SUBSIDIO, ...AJUSTES)[0],
        'TipoOtroPago',
      ),
  ),
];

const saldo = (pago: Nodo): Nodo | undefined => hijo(pago, 'CompensacionSaldosAFavor');
const subsidio = (pago: Nodo): Nodo | undefined => hijo(pago, 'SubsidioAlEmpleo');
const DIAS_31 = 31_000_000n;
const MICROS = 1_000_000n;

/** The year of FechaPago, and whether what is paid is of December. */
function ejercicio({ nomina }: Leida): { readonly anio: number; readonly diciembre: boolean } {
  const pago = atributo(nomina, 'FechaPago') ?? '';
  const fin = atributo(nomina, 'FechaFinalPago') ?? '';
  const anio = pago.slice(0, 4);
  return { anio: Number(anio), diciembre: [pago, fin].some((dia) => dia.startsWith(`${anio}-12`)) };
}

/** Of each other payment. */
export const reglasOtroPago: readonly Regla<Nodo, Leida>[] = [
  regla(
    'NOM97',
    'El tipo de otro pago es una clave vigente de c_TipoOtroPago.',
    'The kind of other payment is a valid key of c_TipoOtroPago.',
    (uno, { fecha }) => si(!tiposOtroPago.has(tipo(uno), fecha), uno, 'TipoOtroPago'),
  ),
  regla(
    'NOM98',
    'Con el otro pago 004 el nodo CompensacionSaldosAFavor es necesario.',
    'With the other payment 004 the node CompensacionSaldosAFavor is required.',
    (uno) => si(tipo(uno) === SALDO_A_FAVOR && !saldo(uno), uno, 'CompensacionSaldosAFavor'),
  ),
  regla(
    'NOM99',
    'Con el otro pago 002 el subsidio causado es necesario.',
    'With the other payment 002 the subsidy caused is required.',
    (uno) => si(tipo(uno) === SUBSIDIO && !subsidio(uno), uno, 'SubsidioAlEmpleo'),
  ),
  regla(
    'NOM100',
    'El importe de un otro pago que no es 002 es mayor que cero.',
    'The amount of another payment that is not 002 is above zero.',
    (uno) => si(tipo(uno) !== SUBSIDIO && importe(uno, 'Importe') <= 0n, uno, 'Importe'),
  ),
  regla(
    'NOM101',
    'El subsidio causado en hasta 31 días pagados no pasa del tope del año.',
    "The subsidy caused in up to 31 days paid does not exceed the year's cap.",
    (uno, { nomina, fecha }) =>
      si(
        importe(nomina, 'NumDiasPagados') <= DIAS_31 &&
          importe(subsidio(uno), 'SubsidioCausado') > topeSubsidio(fecha).hasta31,
        subsidio(uno),
        'SubsidioCausado',
      ),
  ),
  regla(
    'NOM102',
    'El saldo a favor no es menor que su remanente.',
    'The balance in favour is not less than what remains of it.',
    (uno) =>
      si(
        importe(saldo(uno), 'SaldoAFavor') < importe(saldo(uno), 'RemanenteSalFav'),
        saldo(uno),
        'SaldoAFavor',
      ),
  ),
  regla(
    'NOM103',
    'El año del saldo a favor es el anterior al de pago, o el mismo cuando se paga diciembre.',
    'The year of the balance in favour is the one before that of payment, or the same where December is paid.',
    (uno, leida) => {
      const { anio, diciembre } = ejercicio(leida);
      const dado = Number(atributo(saldo(uno), 'Año'));
      return si(dado !== anio - 1 && !(diciembre && dado === anio), saldo(uno), 'Año');
    },
  ),
  regla(
    'NOM107',
    'El subsidio entregado (002) no es mayor que el causado.',
    'The subsidy given (002) is not above the one caused.',
    (uno) =>
      si(
        tipo(uno) === SUBSIDIO &&
          subsidio(uno) !== undefined &&
          importe(uno, 'Importe') > importe(subsidio(uno), 'SubsidioCausado'),
        uno,
        'Importe',
      ),
  ),
  regla(
    'NOM108',
    'El subsidio causado en más de 31 días pagados no pasa del tope por día.',
    'The subsidy caused in more than 31 days paid does not exceed the cap per day.',
    (uno, { nomina, fecha }) => {
      const dias = importe(nomina, 'NumDiasPagados');
      const causado = importe(subsidio(uno), 'SubsidioCausado');
      return si(
        dias > DIAS_31 && causado * MICROS > topeSubsidio(fecha).porDia * dias,
        subsidio(uno),
        'SubsidioCausado',
      );
    },
  ),
];
