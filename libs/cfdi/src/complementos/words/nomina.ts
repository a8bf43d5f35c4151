/** Descriptions of the fields of Nómina 1.2, by the SAT's names, which the API spells in snake case; amounts are pesos. */
export const payrollWords: Readonly<Record<string, string>> = {
  TipoNomina:
    'Ordinary or extraordinary payroll, by default O: in an extraordinary one (E: bonus, severance) `periodicidad_pago` is 99, and in no other',
  FechaPago: 'Day on which the worker is paid; by default that of the document',
  FechaInicialPago: 'First day that is paid; no later than `fecha_final_pago`',
  FechaFinalPago: 'Last day that is paid',
  Emisor: 'The employer, where the payroll says more of it than the invoice',
  'Emisor.Curp': 'CURP of an employer that is a natural person',
  RegistroPatronal:
    "Employer's number at the IMSS: required with contracts of employment (`tipo_contrato` 01 to 08), forbidden with 09, 10 and 99. It makes the worker's social security, start, risk and integrated wage required",
  RfcPatronOrigen: 'RFC of the employer on whose behalf the wages are paid',
  EntidadSNCF:
    'Public entities of the Sistema Nacional de Coordinación Fiscal alone: where the money of the wages comes from',
  OrigenRecurso: 'Source of the money: own income, federal income, or both',
  MontoRecursoPropio:
    'Part that is paid of own income: required with source IM (mixed) and forbidden otherwise, less than the total of earnings and other payments',
  Receptor: 'The worker, and the employment',
  'Receptor.Curp': 'CURP of the worker, 18 characters',
  NumSeguridadSocial:
    'Number of social security of the worker (NSS), digits alone; required with `registro_patronal`',
  FechaInicioRelLaboral:
    'First day of the employment, no later than the last day paid; required with `registro_patronal`',
  Antigüedad:
    'Time employed, in weeks (P619W) or years, months and days (P3Y2M23D); by default the whole weeks between the dates. `false` leaves it out',
  TipoContrato: 'Kind of contract: 01 to 08 are employment, 09, 10 and 99 are not',
  TipoJornada: 'Kind of working day',
  TipoRegimen:
    'Regime that the worker is paid under: 02 to 04 with contracts of employment, 05 to 99 with others',
  NumEmpleado: 'Number of the worker in your own payroll: E-0042',
  Departamento: 'Department or area that the worker belongs to',
  Puesto: 'Job that the worker does: "Cajera"',
  RiesgoPuesto: 'Class of risk of the job at the IMSS; required with `registro_patronal`',
  PeriodicidadPago: 'How often wages are paid; 99 in extraordinary payrolls, and only there',
  Banco:
    'Bank of the account: required with a mobile number, an account or a card (10, 11 or 16 digits), forbidden with a CLABE, which names it',
  CuentaBancaria:
    'Where the wages are paid to: mobile number (10 digits), account (11), card (16) or CLABE (18, with its right control digit)',
  SalarioBaseCotApor: 'Daily wage on which contributions to the IMSS are worked out',
  SalarioDiarioIntegrado:
    'Daily wage with bonuses, benefits and other payments in kind; required with `registro_patronal`',
  ClaveEntFed: 'State of Mexico where the work is done: HID',
  SubContratacion: 'Companies that use the work of a subcontracted worker; their shares add up to 100',
  RfcLabora: 'RFC of the company that uses the work',
  PorcentajeTiempo: 'Part of the time that was worked there, in per cent: 33.5',
  Percepciones: 'Earnings; a payroll has these, other payments or both. Their totals are worked out',
  Percepcion: 'The list of earnings',
  TipoPercepcion: 'Kind of the earning: 001 is wages',
  Clave: 'Key of the concept in your own payroll or accounts: P001',
  Concepto: "Name of the concept for the worker; by default the SAT's name of its key",
  ImporteGravado: 'Part of the earning that is taxed; with the exempt part above zero',
  ImporteExento:
    'Part of the earning that is exempt from ISR; 0 where all of it is taxed, and with the kind 038',
  AccionesOTitulos: 'Shares or securities that the worker earns: with the kind 045, and with no other',
  ValorMercado: 'Market value of the shares when the worker exercises the option',
  PrecioAlOtorgarse: 'Price that the option was granted at',
  'Percepcion.HorasExtra': 'Overtime, one entry for each kind of hours: with the kind 019, and with no other',
  Dias: 'Days on which there was overtime',
  TipoHoras: 'Whether the overtime is paid double, triple or as simple hours',
  'HorasExtra.HorasExtra': 'Hours of overtime, whole',
  ImportePagado: 'Amount that was paid for the overtime',
  JubilacionPensionRetiro:
    'Retirement and pensions: required with the earnings 039 (all at once) and 044 (in parts), and refused without them',
  TotalUnaExhibicion:
    'Pension that is paid all at once: with the earning 039, and then without the other two',
  TotalParcialidad: 'Pension that is paid in parts: with the earning 044, together with `monto_diario`',
  MontoDiario: 'Pension for each day, where it is paid in parts',
  'JubilacionPensionRetiro.IngresoAcumulable': 'Part of the pension that counts for the yearly tax',
  'JubilacionPensionRetiro.IngresoNoAcumulable':
    'Part of the pension that does not; 0 where all of it counts',
  SeparacionIndemnizacion: 'Severance: required with the earnings 022, 023 and 025',
  TotalPagado: 'Total of the severance that is paid',
  NumAñosServicio: 'Years of service, whole: 0 to 99',
  UltimoSueldoMensOrd: 'Last ordinary wage of a month',
  'SeparacionIndemnizacion.IngresoAcumulable': 'Part of the severance that counts for the yearly tax',
  'SeparacionIndemnizacion.IngresoNoAcumulable':
    'Part of the severance that the yearly tax leaves out; 0 where there is none',
  Deducciones: 'Amounts that are taken off the wages; their totals are worked out, ISR (002) by itself',
  TipoDeduccion:
    'Kind of the deduction: 001 is social security, 002 ISR; 006 is a sick leave, which `incapacidades` adds up to',
  'Deduccion.Importe': 'Amount that is taken off, above zero',
  OtrosPagos:
    'Payments beside the earnings that are no income of the worker, such as the subsidy for employment',
  TipoOtroPago:
    'Kind of the payment: with `tipo_regimen` 02, either 002 (subsidy) or 007 or 008 in its place, which no other regime has',
  'OtroPago.Importe': 'Amount that is paid, above zero; of the subsidy (002), 0 to `subsidio_causado`',
  CompensacionSaldosAFavor: "The worker's balance in favor of earlier tax: with the kind 004",
  SaldoAFavor: 'Balance in favor that the yearly tax of the worker came to; no less than what is left of it',
  Año: 'Year of the balance: the one before the payment, or its own where December is paid',
  RemanenteSalFav: 'Rest of the balance after this payment; 0 if there is none',
  Incapacidades:
    'Sick leave in the period, by kind: required with the earning 014 and the deduction 006, whose amounts it adds up to',
  DiasIncapacidad: 'Days of sick leave, whole',
  TipoIncapacidad: 'Reason of the sick leave, as the IMSS tells them apart',
  ImporteMonetario: 'Amount of the sick leave: the sum is that of the earning 014 or the deduction 006',
};
