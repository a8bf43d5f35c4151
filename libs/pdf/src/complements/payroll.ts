import { formatDecimal } from '#kernel';
import { amountInWords } from '../amount-in-words.js';
import { micros, money } from '../format.js';
import type { PdfOptions } from '../model.js';
import { dropEmpty, part, tableOf, type ColumnOf, type Part } from '../parts.js';
import type { Row } from '../rows.js';
import { asText, factsOf, type Element, type Reader } from './element.js';
import type { Summary } from './summary.js';

/** Nómina 1.2: who is paid for which days, what is earned and deducted, side by side. */
export function payrollParts(nomina: Element, { options }: Reader): Part[] {
  const percepciones = nomina.child('Percepciones');
  const others = part({ title: 'Otros pagos', table: otherPayments(nomina, options) });
  // Below the shorter of both tables, so that the page is no longer than it has to be.
  const isLeftShorter = rowCount(percepciones) < rowCount(nomina.child('Deducciones'));
  return dropEmpty([
    part({
      title: 'Nómina',
      main: true,
      narrow: true,
      facts: [...periodFacts(nomina), ...employerFacts(nomina), ...employeeFacts(nomina, options)],
    }),
    part({
      side: true,
      parts: dropEmpty([
        part({
          parts: dropEmpty([
            part({ title: 'Percepciones', table: earnings(percepciones, options) }),
            isLeftShorter ? others : undefined,
          ]),
        }),
        part({
          parts: dropEmpty([
            part({ title: 'Deducciones', table: deductions(nomina, options) }),
            isLeftShorter ? undefined : others,
          ]),
        }),
      ]),
    }),
    part({
      side: true,
      parts: dropEmpty([
        part({ title: 'Horas extra', table: overtime(percepciones) }),
        part({ title: 'Incapacidades', table: incapacities(nomina) }),
      ]),
    }),
    part({
      side: true,
      parts: dropEmpty([
        part({
          title: 'Separación o indemnización',
          facts: factsOf(percepciones?.child('SeparacionIndemnizacion'), {
            ...{ TotalPagado: 'Total pagado', NumAñosServicio: 'Años de servicio' },
            ...{ UltimoSueldoMensOrd: 'Último sueldo mensual ordinario' },
            ...{ IngresoAcumulable: 'Ingreso acumulable', IngresoNoAcumulable: 'Ingreso no acumulable' },
          }),
        }),
        part({
          title: 'Jubilación, pensión o retiro',
          facts: factsOf(percepciones?.child('JubilacionPensionRetiro'), {
            ...{ TotalUnaExhibicion: 'Total en una exhibición', TotalParcialidad: 'Total en parcialidades' },
            ...{ MontoDiario: 'Monto diario', IngresoAcumulable: 'Ingreso acumulable' },
            IngresoNoAcumulable: 'Ingreso no acumulable',
          }),
        }),
      ]),
    }),
  ]);
}

const rowCount = (group: Element | undefined): number => group?.inside.length ?? 0;

function periodFacts(nomina: Element): Row[] {
  const [from, to] = [nomina.text('FechaInicialPago'), nomina.text('FechaFinalPago')];
  return [
    ...factsOf(nomina, { TipoNomina: 'Tipo de nómina', FechaPago: 'Fecha de pago' }),
    ...(from && to ? [{ label: 'Periodo pagado', value: `${from} al ${to}` }] : []),
    ...factsOf(nomina, { NumDiasPagados: 'Días pagados' }),
  ];
}

function employerFacts(nomina: Element): Row[] {
  const emisor = nomina.child('Emisor');
  return [
    ...factsOf(emisor, {
      RegistroPatronal: 'Registro patronal',
      Curp: 'CURP del patrón',
      RfcPatronOrigen: 'RFC del patrón de origen',
    }),
    ...factsOf(emisor?.child('EntidadSNCF'), {
      OrigenRecurso: 'Origen del recurso',
      MontoRecursoPropio: 'Monto de recursos propios',
    }),
  ];
}

function employeeFacts(nomina: Element, { payroll_options: shown }: PdfOptions): Row[] {
  const receptor = nomina.child('Receptor');
  return [
    ...factsOf(receptor, {
      NumEmpleado: 'No. de empleado',
      Curp: 'CURP',
      NumSeguridadSocial: 'No. de seguridad social',
      Departamento: 'Departamento',
      ...(shown.puesto && { Puesto: 'Puesto' }),
      ...(shown.riesgo_puesto && { RiesgoPuesto: 'Riesgo de puesto' }),
      ...(shown.tipo_contrato && { TipoContrato: 'Tipo de contrato' }),
      TipoRegimen: 'Tipo de régimen',
      TipoJornada: 'Tipo de jornada',
      Sindicalizado: 'Sindicalizado',
      FechaInicioRelLaboral: 'Inicio de la relación laboral',
      ...(shown.antiguedad && { Antigüedad: 'Antigüedad' }),
      PeriodicidadPago: 'Periodicidad de pago',
      SalarioBaseCotApor: 'Salario base de cotización',
      SalarioDiarioIntegrado: 'Salario diario integrado',
      Banco: 'Banco',
      CuentaBancaria: 'Cuenta bancaria',
      ClaveEntFed: 'Entidad federativa',
    }),
    ...(receptor?.children('SubContratacion') ?? []).map((one) => ({
      label: 'Subcontratación',
      value: `${one.raw('RfcLabora') ?? ''} (${one.text('PorcentajeTiempo') ?? ''}% del tiempo)`,
    })),
  ];
}

/**
 * The columns before the amounts: both keys and the concept on one line, so that a payslip fits on a page; without
 * keys, the catalogue's label below a concept that it says more than.
 */
function conceptColumns(
  tipo: string,
  { codes }: PdfOptions,
  more: (one: Element) => readonly string[] = () => [],
): readonly ColumnOf<Element>[] {
  const label = (one: Element): string[] => {
    const text = one.text(tipo) ?? '';
    // Concepts are cut at a hundred characters: one that the label begins with is the label.
    return codes || text.startsWith(one.raw('Concepto') ?? '') ? [] : [text];
  };
  return [
    ...(codes
      ? [
          { label: 'Tipo', width: 10, value: (one: Element) => one.raw(tipo) },
          { label: 'Clave', width: 14, value: (one: Element) => one.raw('Clave') },
        ]
      : []),
    {
      label: 'Concepto',
      value: (one) => one.raw('Concepto') ?? one.text(tipo),
      details: (one) => [...label(one), ...more(one)],
      total: 'Total',
    },
  ];
}

const pesos = (raw: string | undefined): string | undefined =>
  raw === undefined ? undefined : money(micros(raw), 2);
const sum = (all: readonly Element[], name: string): string =>
  money(
    all.reduce((total, one) => total + micros(one.raw(name) ?? '0'), 0n),
    2,
  );

const earnings = (percepciones: Element | undefined, options: PdfOptions) =>
  tableOf(percepciones?.children('Percepcion') ?? [], [
    ...conceptColumns('TipoPercepcion', options, (one) =>
      one.children('AccionesOTitulos').map((titles) => asText(titles.rows()).join('; ')),
    ),
    {
      ...{ label: 'Gravado', numeric: true, value: (one: Element) => pesos(one.raw('ImporteGravado')) },
      total: pesos(percepciones?.raw('TotalGravado')),
    },
    {
      ...{ label: 'Exento', numeric: true, value: (one: Element) => pesos(one.raw('ImporteExento')) },
      total: pesos(percepciones?.raw('TotalExento')),
    },
  ]);

function deductions(nomina: Element, options: PdfOptions) {
  const all = nomina.child('Deducciones')?.children('Deduccion') ?? [];
  return tableOf(all, [
    ...conceptColumns('TipoDeduccion', options),
    {
      label: 'Importe',
      numeric: true,
      value: (one) => pesos(one.raw('Importe')),
      total: sum(all, 'Importe'),
    },
  ]);
}

function otherPayments(nomina: Element, options: PdfOptions) {
  const all = nomina.child('OtrosPagos')?.children('OtroPago') ?? [];
  return tableOf(all, [
    ...conceptColumns('TipoOtroPago', options, (one) =>
      one.inside.map((inner) => asText(inner.rows()).join('; ')),
    ),
    {
      label: 'Importe',
      numeric: true,
      value: (one) => pesos(one.raw('Importe')),
      total: sum(all, 'Importe'),
    },
  ]);
}

function overtime(percepciones: Element | undefined) {
  const rows = (percepciones?.children('Percepcion') ?? []).flatMap((one) => one.children('HorasExtra'));
  return tableOf(rows, [
    { label: 'Tipo', value: (one) => one.text('TipoHoras') },
    { label: 'Días', numeric: true, value: (one) => one.raw('Dias') },
    { label: 'Horas', numeric: true, value: (one) => one.raw('HorasExtra') },
    { label: 'Importe', numeric: true, value: (one) => pesos(one.raw('ImportePagado')) },
  ]);
}

const incapacities = (nomina: Element) =>
  tableOf(nomina.child('Incapacidades')?.children('Incapacidad') ?? [], [
    { label: 'Tipo', value: (one) => one.text('TipoIncapacidad') },
    { label: 'Días', numeric: true, value: (one) => one.raw('DiasIncapacidad') },
    { label: 'Importe', numeric: true, value: (one) => pesos(one.raw('ImporteMonetario')) },
  ]);

/** Earnings and other payments less deductions: what the employee gets, of all payrolls of the document. */
export function payrollSummary(nominas: readonly Element[]): Summary | undefined {
  // A draft without its totals has none to show, rather than zero.
  if (!nominas.some((one) => one.raw('TotalPercepciones') ?? one.raw('TotalOtrosPagos'))) return undefined;
  const total = (name: string, of: (nomina: Element) => Element | undefined = (nomina) => nomina) =>
    nominas.reduce((all, nomina) => all + micros(of(nomina)?.raw(name) ?? '0'), 0n);
  const deducciones = (nomina: Element) => nomina.child('Deducciones');
  const net = total('TotalPercepciones') + total('TotalOtrosPagos') - total('TotalDeducciones');
  const rows: (readonly [string, bigint])[] = [
    ['Total de percepciones', total('TotalPercepciones')],
    ['Total de otros pagos', total('TotalOtrosPagos')],
    ['Impuestos retenidos', -total('TotalImpuestosRetenidos', deducciones)],
    ['Otras deducciones', -total('TotalOtrasDeducciones', deducciones)],
  ];
  return {
    rows: rows.flatMap(([label, value]) => (value === 0n ? [] : [{ label, value: money(value, 2) }])),
    label: 'Neto pagado MXN',
    total: `$${money(net, 2)}`,
    inWords: net < 0n ? '' : amountInWords(formatDecimal(net), 'MXN'),
  };
}
