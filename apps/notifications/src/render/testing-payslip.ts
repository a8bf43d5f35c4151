import type { ComprobanteInput } from '#cfdi';
import { empleado, nominaComprobante, nominaOrdinaria } from '#cfdi/complementos/nomina/testing/nominas';

const perceptions = [
  { tipoPercepcion: '001', clave: '001', concepto: 'Sueldo', importeGravado: '7353.30', importeExento: '0' },
  ...[
    ['010', 'Premio de puntualidad'],
    ['049', 'Premio de asistencia'],
  ].map(([tipo = '', concepto = '']) => ({
    ...{ tipoPercepcion: tipo, clave: tipo, concepto },
    ...{ importeGravado: '735.33', importeExento: '0' },
  })),
  ...[
    ['029', 'Vales de despensa'],
    ['005', 'Fondo de ahorro'],
    ['020', 'Prima dominical'],
  ].map(([tipo = '', concepto = '']) => ({
    ...{ tipoPercepcion: tipo, clave: tipo, concepto },
    ...{ importeGravado: '0', importeExento: '500' },
  })),
];
const deductions = [
  { tipoDeduccion: '001', clave: '301', concepto: 'IMSS', importe: '215.40' },
  { tipoDeduccion: '002', clave: '302', concepto: 'ISR', importe: '940.12' },
  { tipoDeduccion: '010', clave: '310', concepto: 'Crédito INFONAVIT', importe: '1250' },
  { tipoDeduccion: '004', clave: '304', concepto: 'Aportación al fondo de ahorro', importe: '500' },
  { tipoDeduccion: '019', clave: '319', concepto: 'Cuota sindical', importe: '73.53' },
  { tipoDeduccion: '011', clave: '311', concepto: 'Crédito FONACOT', importe: '420' },
];

/** For specs: the fortnight of an ordinary employee with everything that a registered one has, six rows on each side. */
export const payslip = (): ComprobanteInput =>
  nominaComprobante({
    ...nominaOrdinaria,
    receptor: {
      ...empleado,
      ...{ antiguedad: 'P618W', sindicalizado: false, tipoJornada: '01', departamento: 'Operaciones' },
      ...{ puesto: 'Auxiliar administrativo', riesgoPuesto: '1', banco: '002', cuentaBancaria: '1111111111' },
      ...{ salarioBaseCotApor: '490.22', numSeguridadSocial: '04078873454', numEmpleado: '120' },
    },
    percepciones: { percepcion: perceptions },
    deducciones: deductions,
    otrosPagos: [
      {
        ...{ tipoOtroPago: '002', clave: '401', concepto: 'Subsidio para el empleo' },
        ...{ importe: '0', subsidioCausado: '0' },
      },
    ],
  });
