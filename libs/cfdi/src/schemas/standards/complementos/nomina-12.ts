import { anyNumberOf, element, optional, optionalChild, oneOrMore, type Standard } from '../../schema.js';
import {
  key,
  curp,
  decimal,
  writeWhole,
  fecha,
  fixedType,
  pattern,
  importeMxn,
  rfc,
  text,
  one,
  type SimpleType,
} from '../../types.js';

/** Whole days, or with exactly three decimals; at least a thousandth of one. */
const DAYS = /^([1-9]\d{0,4}|0)(\.\d{3})?$/;
const diasPagados: SimpleType = {
  ...pattern(DAYS, {
    es: 'días, enteros o con tres decimales, hasta 36160',
    en: 'days, whole or with three decimals, up to 36160',
  }),
  limits: { min: 0.001, max: 36_160 },
  test: (value) => DAYS.test(value) && Number(value) > 0 && Number(value) <= 36_160,
};

export const nomina12: Standard = {
  prefix: 'nomina12',
  namespace: 'http://www.sat.gob.mx/nomina12',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/nomina/nomina12.xsd',
  root: element(
    'Nomina',
    {
      Version: fixedType('1.2'),
      TipoNomina: key('c_TipoNomina'),
      FechaPago: fecha,
      FechaInicialPago: fecha,
      FechaFinalPago: fecha,
      NumDiasPagados: diasPagados,
      TotalPercepciones: optional(importeMxn),
      TotalDeducciones: optional(importeMxn),
      TotalOtrosPagos: optional(importeMxn),
    },
    optionalChild(
      element(
        'Emisor',
        { Curp: optional(curp), RegistroPatronal: optional(text(1, 20)), RfcPatronOrigen: optional(rfc) },
        optionalChild(
          element('EntidadSNCF', {
            OrigenRecurso: key('c_OrigenRecurso'),
            MontoRecursoPropio: optional(importeMxn),
          }),
        ),
      ),
    ),
    element(
      'Receptor',
      {
        Curp: curp,
        NumSeguridadSocial: optional(pattern(/^\d{1,15}$/u)),
        FechaInicioRelLaboral: optional(fecha),
        Antigüedad: optional(
          pattern(/^(?:P(([1-9]\d{0,3})|0)W|P([1-9]\d?Y)?(([1-9]|1[012])M)?(0|[1-9]|[12]\d|3[01])D)$/u),
        ),
        TipoContrato: key('c_TipoContrato'),
        Sindicalizado: optional(one('Sí', 'No')),
        TipoJornada: optional(key('c_TipoJornada')),
        TipoRegimen: key('c_TipoRegimen'),
        NumEmpleado: text(1, 15),
        Departamento: optional(text(1, 100)),
        Puesto: optional(text(1, 100)),
        RiesgoPuesto: optional(key('c_RiesgoPuesto')),
        PeriodicidadPago: key('c_PeriodicidadPago'),
        Banco: optional(key('c_Banco')),
        CuentaBancaria: optional(pattern(/^\d{10,18}$/)),
        SalarioBaseCotApor: optional(importeMxn),
        SalarioDiarioIntegrado: optional(importeMxn),
        ClaveEntFed: key('c_Estado'),
      },
      anyNumberOf(
        element('SubContratacion', {
          RfcLabora: rfc,
          PorcentajeTiempo: decimal(3, { min: 0.001, max: 100, integers: 3 }),
        }),
      ),
    ),
    optionalChild(
      element(
        'Percepciones',
        {
          TotalSueldos: optional(importeMxn),
          TotalSeparacionIndemnizacion: optional(importeMxn),
          TotalJubilacionPensionRetiro: optional(importeMxn),
          TotalGravado: importeMxn,
          TotalExento: importeMxn,
        },
        oneOrMore(
          element(
            'Percepcion',
            {
              TipoPercepcion: key('c_TipoPercepcion'),
              Clave: text(3, 15),
              Concepto: text(1, 100),
              ImporteGravado: importeMxn,
              ImporteExento: importeMxn,
            },
            optionalChild(
              element('AccionesOTitulos', {
                ValorMercado: decimal(6, { min: 0.000001 }),
                PrecioAlOtorgarse: decimal(6, { min: 0.000001 }),
              }),
            ),
            anyNumberOf(
              element('HorasExtra', {
                Dias: writeWhole({ min: 1 }),
                TipoHoras: key('c_TipoHoras'),
                HorasExtra: writeWhole({ min: 1 }),
                ImportePagado: importeMxn,
              }),
            ),
          ),
        ),
        optionalChild(
          element('JubilacionPensionRetiro', {
            TotalUnaExhibicion: optional(importeMxn),
            TotalParcialidad: optional(importeMxn),
            MontoDiario: optional(importeMxn),
            IngresoAcumulable: importeMxn,
            IngresoNoAcumulable: importeMxn,
          }),
        ),
        optionalChild(
          element('SeparacionIndemnizacion', {
            TotalPagado: importeMxn,
            NumAñosServicio: writeWhole({ max: 99 }),
            UltimoSueldoMensOrd: importeMxn,
            IngresoAcumulable: importeMxn,
            IngresoNoAcumulable: importeMxn,
          }),
        ),
      ),
    ),
    optionalChild(
      element(
        'Deducciones',
        { TotalOtrasDeducciones: optional(importeMxn), TotalImpuestosRetenidos: optional(importeMxn) },
        oneOrMore(
          element('Deduccion', {
            TipoDeduccion: key('c_TipoDeduccion'),
            Clave: text(3, 15),
            Concepto: text(1, 100),
            Importe: importeMxn,
          }),
        ),
      ),
    ),
    optionalChild(
      element(
        'OtrosPagos',
        {},
        oneOrMore(
          element(
            'OtroPago',
            {
              TipoOtroPago: key('c_TipoOtroPago'),
              Clave: text(3, 15),
              Concepto: text(1, 100),
              Importe: importeMxn,
            },
            optionalChild(element('SubsidioAlEmpleo', { SubsidioCausado: importeMxn })),
            optionalChild(
              element('CompensacionSaldosAFavor', {
                SaldoAFavor: importeMxn,
                Año: writeWhole({ min: 2016, max: 9999 }),
                RemanenteSalFav: importeMxn,
              }),
            ),
          ),
        ),
      ),
    ),
    optionalChild(
      element(
        'Incapacidades',
        {},
        oneOrMore(
          element('Incapacidad', {
            DiasIncapacidad: writeWhole({ min: 1 }),
            TipoIncapacidad: key('c_TipoIncapacidad'),
            ImporteMonetario: optional(importeMxn),
          }),
        ),
      ),
    ),
  ),
};
