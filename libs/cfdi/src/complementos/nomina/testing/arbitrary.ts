import fc from 'fast-check';
import {
  bancos,
  clabeControlDigit,
  isEntidadFederativa,
  estadosNomina,
  tiposDeduccion,
  tiposPercepcion,
} from '#sat';
import type { ComprobanteInput } from '../../../input.js';
import type {
  DeduccionInput,
  IncapacidadInput,
  NominaInput,
  NominaReceptorInput,
  OtroPagoInput,
  PercepcionesInput,
  PercepcionInput,
} from '../input.js';
import { asimilado, nominaComprobante, empleado } from './nominas.js';

/** Any payroll that obeys the matrix, for property tests: what it deducts is less than what it pays. */

/** Keys of the catalogues as of then: the tax authority's schema at hand was published before those of June 2026. */
const FECHA = '2026-06-01';
const catalogueOfKeys = (catalogue: typeof tiposDeduccion): readonly string[] =>
  catalogue.entries.map(({ key }) => key).filter((key) => catalogue.has(key, FECHA));
const centavos = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((n) => (n / 100).toFixed(2));
const text = (max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'aÑé&<">\' 0'), minLength: 1, maxLength: max }).map((s) => `x${s}y`);
const key = fc.integer({ min: 1, max: 999_999 }).map((n) => String(n).padStart(3, '0'));
const dayOf = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((n) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10));

const count = fc.oneof(
  fc.constant({}),
  fc
    .tuple(fc.constantFrom(10, 11, 16), fc.constantFrom(...catalogueOfKeys(bancos)))
    .map(([length, banco]) => ({ banco, cuentaBancaria: '7'.repeat(length) })),
  fc.integer({ min: 0, max: 10 ** 14 }).map((n) => {
    const number = `002${String(n).padStart(14, '0')}`.slice(0, 17);
    return { cuentaBancaria: number + clabeControlDigit(number) };
  }),
);
const subContratacion = fc.integer({ min: 1, max: 99_999 }).map((n) => [
  { rfcLabora: 'URE180429TM6', porcentajeTiempo: String(n / 1000) },
  { rfcLabora: 'CACX7605101P8', porcentajeTiempo: String((100_000 - n) / 1000) },
]);
const optional = fc.record(
  {
    ...{ sindicalizado: fc.boolean(), tipoJornada: fc.constantFrom('01', '08', '99') },
    ...{ departamento: text(90), puesto: text(90), salarioBaseCotApor: centavos(0, 100_000) },
    subContratacion,
  },
  { requiredKeys: [] },
);

/** A worker, whether there is an employment, and the frequency of the kind of payroll. */
const receptor = (employment: boolean, tipoNomina: string): fc.Arbitrary<NominaReceptorInput> =>
  fc
    .record({
      tipoContrato: employment ? fc.constantFrom('01', '03', '08') : fc.constantFrom('09', '10', '99'),
      tipoRegimen: employment
        ? fc.constantFrom('02', '03', '04')
        : fc.constantFrom('05', '09', '12', '13', '99'),
      periodicidadPago:
        tipoNomina === 'E' ? fc.constant('99') : fc.constantFrom('01', '02', '04', '05', '10'),
      claveEntFed: fc.constantFrom(
        ...estadosNomina.entries.map(({ key }) => key).filter((key) => isEntidadFederativa(key, FECHA)),
      ),
      ...{ numEmpleado: text(10), cuenta: count, opcionales: optional },
      antiguedad: employment ? fc.constantFrom(true, 'P1W') : fc.constantFrom(true, false),
      inicio: fc.option(dayOf(-10_000, 1), { nil: undefined }),
    })
    .map(({ cuenta: own, opcionales: others, inicio, ...data }) => ({
      ...(employment ? empleado : asimilado),
      ...(inicio !== undefined && { fechaInicioRelLaboral: inicio }),
      ...{ ...data, ...own, ...others },
    }));

/** Kinds of earnings that bring nothing else along. */
const simples = tiposPercepcion.entries.filter(
  ({ key, grupo, nodo }) =>
    grupo === 'sueldos' && nodo === undefined && key !== '038' && tiposPercepcion.has(key, FECHA),
);
const importes = fc.record({ importeGravado: centavos(1, 500_000), importeExento: centavos(0, 500_000) });
const horasExtra = fc.array(
  fc.record({
    ...{ dias: fc.integer({ min: 1, max: 15 }), tipoHoras: fc.constantFrom('01', '02', '03') },
    ...{ horasExtra: fc.integer({ min: 1, max: 9 }), importePagado: centavos(0, 90_000) },
  }),
  { minLength: 1, maxLength: 3 },
);
const percepcion: fc.Arbitrary<PercepcionInput> = fc
  .record({
    ...{ clave: key, importes, concepto: fc.option(text(90), { nil: undefined }) },
    resto: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...simples.map(({ key }) => ({ tipoPercepcion: key }))) },
      fc.constant({ tipoPercepcion: '038', importeExento: '0' }),
      horasExtra.map((horas) => ({ tipoPercepcion: '019', horasExtra: horas })),
      centavos(1, 10 ** 6).map((value) => ({
        ...{
          tipoPercepcion: '045',
          accionesOTitulos: { valorMercado: value, precioAlOtorgarse: '0.000001' },
        },
      })),
    ),
  })
  .map(({ clave: own, importes: montos, concepto, resto }) => ({
    ...{ clave: own, ...(concepto !== undefined && { concepto }), ...montos, ...resto },
  }));

const acumulables = { ingresoAcumulable: '700', ingresoNoAcumulable: '300' };
const especial: fc.Arbitrary<PercepcionesInput> = fc
  .record({
    importes,
    jubilacion: fc.constantFrom('', '039', '044'),
    separacion: fc.constantFrom('', '022', '023'),
  })
  .map(({ importes: montos, jubilacion, separacion }) => ({
    percepcion: [jubilacion, separacion]
      .filter((type) => type !== '')
      .map((tipoPercepcion) => ({ tipoPercepcion, clave: tipoPercepcion, ...montos })),
    ...(jubilacion === '039' && { jubilacionPensionRetiro: { totalUnaExhibicion: '1000', ...acumulables } }),
    ...(jubilacion === '044' && {
      jubilacionPensionRetiro: { totalParcialidad: '1000', montoDiario: '33.33', ...acumulables },
    }),
    ...(separacion && {
      separacionIndemnizacion: {
        ...{ totalPagado: '1000', numAnosServicio: 3, ultimoSueldoMensOrd: '9000' },
        ...acumulables,
      },
    }),
  }));

const deducciones: fc.Arbitrary<readonly DeduccionInput[]> = fc.array(
  fc.record({
    ...{ clave: key, importe: centavos(1, 20_000) },
    tipoDeduccion: fc.constantFrom(...catalogueOfKeys(tiposDeduccion).filter((key) => key !== '006')),
  }),
  { maxLength: 5 },
);
const incapacidades: fc.Arbitrary<readonly IncapacidadInput[]> = fc.array(
  fc.record({
    ...{
      diasIncapacidad: fc.integer({ min: 1, max: 84 }),
      tipoIncapacidad: fc.constantFrom('01', '02', '03', '04'),
    },
    importeMonetario: centavos(1, 20_000),
  }),
  { maxLength: 3 },
);
const others: fc.Arbitrary<readonly OtroPagoInput[]> = fc.array(
  fc.oneof(
    fc.record({
      tipoOtroPago: fc.constantFrom('001', '003', '005', '006', '009', '999'),
      clave: key,
      importe: centavos(1, 9999),
    }),
    fc.record({ clave: key, importe: centavos(1, 9999) }).map((pago) => ({
      ...{ ...pago, tipoOtroPago: '004' },
      compensacionSaldosAFavor: { saldoAFavor: pago.importe, ano: 2025, remanenteSalFav: '0' },
    })),
  ),
  { maxLength: 3 },
);
/** The subsidy, or an adjustment of it. */
const subsidio: fc.Arbitrary<OtroPagoInput> = fc.oneof(
  fc.tuple(fc.integer({ min: 0, max: 62_800 }), fc.integer({ min: 0, max: 62_800 })).map(([a, b]) => ({
    ...{ tipoOtroPago: '002', clave: '402', importe: (Math.min(a, b) / 100).toFixed(2) },
    subsidioCausado: (Math.max(a, b) / 100).toFixed(2),
  })),
  fc.constantFrom('007', '008').map((tipoOtroPago) => ({ tipoOtroPago, clave: '407', importe: '12.34' })),
);

/** Pays and discounts of an incapacity are what its parts add up to. */
function withIncapacidades(
  nomina: NominaInput,
  partes: readonly IncapacidadInput[],
  sentido: number,
): NominaInput {
  const importe = (
    partes.reduce((sum, { importeMonetario = '0' }) => sum + Math.round(Number(importeMonetario) * 100), 0) /
    100
  ).toFixed(2);
  const { percepciones = { percepcion: [] }, deducciones: previous = [] } = nomina;
  if (partes.length === 0) return nomina;
  const subsidiada = { tipoPercepcion: '014', clave: '014', importeGravado: '0', importeExento: importe };
  return {
    ...{ ...nomina, incapacidades: partes },
    ...(sentido !== 1 && {
      percepciones: { ...percepciones, percepcion: [...percepciones.percepcion, subsidiada] },
    }),
    ...(sentido !== 0 && { deducciones: [...previous, { tipoDeduccion: '006', clave: '006', importe }] }),
  };
}

/** What is always paid, so that deductions are less. */
const BASE: PercepcionInput = {
  tipoPercepcion: '001',
  clave: '001',
  importeGravado: '15000',
  importeExento: '0',
};

export const arbitraryNomina: fc.Arbitrary<NominaInput> = fc
  .tuple(fc.boolean(), fc.constantFrom('O', 'E'))
  .chain(([employment, tipoNomina]) =>
    fc.record({
      ...{
        empleo: fc.constant(employment),
        tipoNomina: fc.constant(tipoNomina),
        receptor: receptor(employment, tipoNomina),
      },
      ...{
        percepcion: fc.array(percepcion, { maxLength: 6 }),
        especial,
        deducciones,
        incapacidades,
        otros: others,
      },
      ...{
        subsidio,
        sentido: fc.integer({ min: 0, max: 2 }),
        desde: dayOf(2, 300),
        dias: fc.integer({ min: 1, max: 31 }),
      },
    }),
  )
  .map((r) => {
    const otrosPagos = [...(r.receptor.tipoRegimen === '02' ? [r.subsidio] : []), ...r.otros];
    const nomina: NominaInput = {
      ...{
        tipoNomina: r.tipoNomina,
        fechaPago: '2026-11-19',
        fechaInicialPago: r.desde,
        fechaFinalPago: '2026-11-19',
      },
      ...{ numDiasPagados: String(r.dias - 0.125), receptor: r.receptor },
      ...(r.empleo && { emisor: { registroPatronal: 'B5510768108' } }),
      percepciones: { ...r.especial, percepcion: [BASE, ...r.especial.percepcion, ...r.percepcion] },
      ...(r.deducciones.length > 0 && { deducciones: r.deducciones }),
      ...(otrosPagos.length > 0 && { otrosPagos }),
    };
    return withIncapacidades(nomina, r.incapacidades, r.sentido);
  });

/** A whole comprobante of one payroll, or of two. */
export const arbitraryNominaComprobante: fc.Arbitrary<ComprobanteInput> = fc
  .array(arbitraryNomina, { minLength: 1, maxLength: 2 })
  .map((nominas) => nominaComprobante(nominas));
