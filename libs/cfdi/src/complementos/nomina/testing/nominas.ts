import type { ComprobanteInput } from '../../../input.js';
import type { NominaInput, NominaReceptorInput } from '../input.js';

/** Payrolls to build documents of: the smallest, the fullest, and one of each kind of worker. */

/** A comprobante of type N around payrolls. */
export const nominaComprobante = (
  nominas: NominaInput | readonly NominaInput[],
  over: Partial<ComprobanteInput> = {},
): ComprobanteInput => ({
  tipo: 'N',
  serie: 'N',
  folio: '1',
  fecha: '2026-11-20T10:30:00',
  metodoPago: 'PUE',
  moneda: 'MXN',
  decimalesMoneda: 2,
  exportacion: '01',
  lugarExpedicion: '06300',
  emisor: { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' },
  receptor: {
    ...{ rfc: 'XOJI740919U48', nombre: 'INGRID XODAR JIMENEZ', domicilioFiscal: '76028' },
    ...{ regimenFiscal: '605', usoCfdi: 'CN01' },
  },
  conceptos: [],
  complementos: [nominas].flat().map((nomina) => ({ tipo: 'nomina', nomina })),
  ...over,
});

/** A worker without employment: the least that a receiver has. */
export const asimilado: NominaReceptorInput = {
  ...{ curp: 'XOJI740919MQTDMN05', tipoContrato: '09', tipoRegimen: '09', numEmpleado: '1' },
  ...{ periodicidadPago: '05', claveEntFed: 'QUE' },
};

/** An employee: what a registry of the employer asks for. */
export const empleado: NominaReceptorInput = {
  ...asimilado,
  ...{ numSeguridadSocial: '000000', fechaInicioRelLaboral: '2015-01-01', tipoContrato: '01' },
  ...{ tipoRegimen: '02', riesgoPuesto: '1', periodicidadPago: '04', salarioDiarioIntegrado: '146.47' },
};

const periodo = {
  ...{ tipoNomina: 'O', fechaPago: '2026-11-15', fechaInicialPago: '2026-11-01' },
  ...{ fechaFinalPago: '2026-11-15', numDiasPagados: '15' },
};
const sueldo = { tipoPercepcion: '001', clave: '001', importeGravado: '5000', importeExento: '0' };

/** The smallest payroll: one earning of a worker without employment. */
export const minimalNomina: NominaInput = {
  ...periodo,
  receptor: asimilado,
  percepciones: { percepcion: [{ ...sueldo, tipoPercepcion: '046' }] },
};

/** A fortnight of wages, with social security, income tax and subsidy. */
export const nominaOrdinaria: NominaInput = {
  ...periodo,
  emisor: { registroPatronal: 'B5510768108' },
  receptor: empleado,
  percepciones: { percepcion: [sueldo] },
  deducciones: [
    { tipoDeduccion: '001', clave: '301', importe: '200.00' },
    { tipoDeduccion: '002', clave: '302', importe: '100.5' },
  ],
  otrosPagos: [{ tipoOtroPago: '002', clave: '401', importe: '0', subsidioCausado: '0' }],
};

/** A pension paid in instalments. */
export const nominaJubilacion: NominaInput = {
  ...periodo,
  receptor: { ...asimilado, tipoContrato: '10', tipoRegimen: '12' },
  percepciones: {
    percepcion: [{ tipoPercepcion: '044', clave: '044', importeGravado: '3000', importeExento: '9000' }],
    jubilacionPensionRetiro: {
      ...{ totalParcialidad: '12000', montoDiario: '400' },
      ...{ ingresoAcumulable: '3000', ingresoNoAcumulable: '9000' },
    },
  },
};

/** A severance: an extraordinary payroll. */
export const nominaSeparacion: NominaInput = {
  ...{ ...periodo, tipoNomina: 'E', fechaInicialPago: '2026-11-15', numDiasPagados: '1' },
  receptor: { ...asimilado, tipoContrato: '99', tipoRegimen: '13', periodicidadPago: '99' },
  percepciones: {
    percepcion: [{ tipoPercepcion: '025', clave: '025', importeGravado: '40000', importeExento: '60000' }],
    separacionIndemnizacion: {
      ...{ totalPagado: '100000', numAnosServicio: 11, ultimoSueldoMensOrd: '10000' },
      ...{ ingresoAcumulable: '10000', ingresoNoAcumulable: '30000' },
    },
  },
  deducciones: [{ tipoDeduccion: '002', clave: '302', importe: '4000' }],
};

/** Other payments only (NOM31). */
export const nominaOtrosPagos: NominaInput = {
  ...periodo,
  receptor: asimilado,
  otrosPagos: [{ tipoOtroPago: '003', clave: '403', importe: '1500' }],
};

/** The fullest payroll: every element, every attribute that may be beside the others. */
export const fullNomina: NominaInput = {
  ...{ ...periodo, numDiasPagados: '15.5' },
  emisor: {
    ...{ registroPatronal: 'B55-10768 & 108', rfcPatronOrigen: 'URE180429TM6' },
    entidadSncf: { origenRecurso: 'IM', montoRecursoPropio: '2500.50' },
  },
  receptor: {
    ...{ ...empleado, antiguedad: 'P11Y10M14D', sindicalizado: true, tipoJornada: '01' },
    ...{ departamento: 'Desarrollo "A" & <B>', puesto: 'Ingeniera  de software', riesgoPuesto: '5' },
    ...{ banco: '002', cuentaBancaria: '1111111111', salarioBaseCotApor: '490.22' },
    subContratacion: [
      { rfcLabora: 'URE180429TM6', porcentajeTiempo: '33.333' },
      { rfcLabora: 'CACX7605101P8', porcentajeTiempo: '66.667' },
    ],
  },
  percepciones: {
    percepcion: [
      { ...sueldo, concepto: 'Sueldo  de la quincena' },
      {
        ...{ tipoPercepcion: '019', clave: '019', importeGravado: '400', importeExento: '100' },
        horasExtra: [
          { dias: 2, tipoHoras: '01', horasExtra: 4, importePagado: '300' },
          { dias: 1, tipoHoras: '02', horasExtra: 1, importePagado: '200' },
        ],
      },
      {
        ...{ tipoPercepcion: '045', clave: '045', importeGravado: '1000', importeExento: '0' },
        accionesOTitulos: { valorMercado: '1500.123456', precioAlOtorgarse: '500' },
      },
      { tipoPercepcion: '014', clave: '014', importeGravado: '0', importeExento: '350' },
      { tipoPercepcion: '025', clave: '025', importeGravado: '2000', importeExento: '3000' },
      { tipoPercepcion: '039', clave: '039', importeGravado: '700', importeExento: '300' },
      { tipoPercepcion: '051', clave: '051', importeGravado: '10.01', importeExento: '0.99' },
    ],
    jubilacionPensionRetiro: {
      ...{ totalUnaExhibicion: '1000', ingresoAcumulable: '700', ingresoNoAcumulable: '300' },
    },
    separacionIndemnizacion: {
      ...{ totalPagado: '5000', numAnosServicio: 0, ultimoSueldoMensOrd: '10000' },
      ...{ ingresoAcumulable: '2000', ingresoNoAcumulable: '0' },
    },
  },
  deducciones: [
    { tipoDeduccion: '001', clave: '301', importe: '200' },
    { tipoDeduccion: '002', clave: '302', importe: '100' },
    { tipoDeduccion: '006', clave: '306', concepto: 'Incapacidad', importe: '350' },
  ],
  otrosPagos: [
    { tipoOtroPago: '002', clave: '402', importe: '120.10', subsidioCausado: '200.10' },
    {
      ...{ tipoOtroPago: '004', clave: '404', importe: '90' },
      compensacionSaldosAFavor: { saldoAFavor: '90', ano: 2025, remanenteSalFav: '10' },
    },
    { tipoOtroPago: '999', clave: '499', importe: '0.01' },
  ],
  incapacidades: [
    { diasIncapacidad: 2, tipoIncapacidad: '02', importeMonetario: '350' },
    { diasIncapacidad: 1, tipoIncapacidad: '01' },
  ],
};
