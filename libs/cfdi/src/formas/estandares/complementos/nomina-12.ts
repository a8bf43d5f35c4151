import { algunos, elemento, opc, talVez, varios, type Estandar } from '../../forma.js';
import {
  clave,
  curp,
  decimal,
  entero,
  fecha,
  fijo,
  forma,
  importeMxn,
  rfc,
  texto,
  uno,
  type Tipo,
} from '../../tipos.js';

/** Whole days, or with exactly three decimals; at least a thousandth of one. */
const DIAS = /^([1-9]\d{0,4}|0)(\.\d{3})?$/;
const diasPagados: Tipo = {
  ...forma(DIAS, {
    es: 'días, enteros o con tres decimales, hasta 36160',
    en: 'days, whole or with three decimals, up to 36160',
  }),
  prueba: (valor) => DIAS.test(valor) && Number(valor) > 0 && Number(valor) <= 36_160,
};

export const nomina12: Estandar = {
  prefijo: 'nomina12',
  espacio: 'http://www.sat.gob.mx/nomina12',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/nomina/nomina12.xsd',
  raiz: elemento(
    'Nomina',
    {
      Version: fijo('1.2'),
      TipoNomina: clave('c_TipoNomina'),
      FechaPago: fecha,
      FechaInicialPago: fecha,
      FechaFinalPago: fecha,
      NumDiasPagados: diasPagados,
      TotalPercepciones: opc(importeMxn),
      TotalDeducciones: opc(importeMxn),
      TotalOtrosPagos: opc(importeMxn),
    },
    talVez(
      elemento(
        'Emisor',
        { Curp: opc(curp), RegistroPatronal: opc(texto(1, 20)), RfcPatronOrigen: opc(rfc) },
        talVez(
          elemento('EntidadSNCF', {
            OrigenRecurso: clave('c_OrigenRecurso'),
            MontoRecursoPropio: opc(importeMxn),
          }),
        ),
      ),
    ),
    elemento(
      'Receptor',
      {
        Curp: curp,
        NumSeguridadSocial: opc(forma(/^\d{1,15}$/u)),
        FechaInicioRelLaboral: opc(fecha),
        Antigüedad: opc(
          forma(/^(?:P(([1-9]\d{0,3})|0)W|P([1-9]\d?Y)?(([1-9]|1[012])M)?(0|[1-9]|[12]\d|3[01])D)$/u),
        ),
        TipoContrato: clave('c_TipoContrato'),
        Sindicalizado: opc(uno('Sí', 'No')),
        TipoJornada: opc(clave('c_TipoJornada')),
        TipoRegimen: clave('c_TipoRegimen'),
        NumEmpleado: texto(1, 15),
        Departamento: opc(texto(1, 100)),
        Puesto: opc(texto(1, 100)),
        RiesgoPuesto: opc(clave('c_RiesgoPuesto')),
        PeriodicidadPago: clave('c_PeriodicidadPago'),
        Banco: opc(clave('c_Banco')),
        CuentaBancaria: opc(forma(/^\d{10,18}$/)),
        SalarioBaseCotApor: opc(importeMxn),
        SalarioDiarioIntegrado: opc(importeMxn),
        ClaveEntFed: clave('c_Estado'),
      },
      algunos(
        elemento('SubContratacion', {
          RfcLabora: rfc,
          PorcentajeTiempo: decimal(3, { min: 0.001, max: 100, enteros: 3 }),
        }),
      ),
    ),
    talVez(
      elemento(
        'Percepciones',
        {
          TotalSueldos: opc(importeMxn),
          TotalSeparacionIndemnizacion: opc(importeMxn),
          TotalJubilacionPensionRetiro: opc(importeMxn),
          TotalGravado: importeMxn,
          TotalExento: importeMxn,
        },
        varios(
          elemento(
            'Percepcion',
            {
              TipoPercepcion: clave('c_TipoPercepcion'),
              Clave: texto(3, 15),
              Concepto: texto(1, 100),
              ImporteGravado: importeMxn,
              ImporteExento: importeMxn,
            },
            talVez(
              elemento('AccionesOTitulos', {
                ValorMercado: decimal(6, { min: 0.000001 }),
                PrecioAlOtorgarse: decimal(6, { min: 0.000001 }),
              }),
            ),
            algunos(
              elemento('HorasExtra', {
                Dias: entero({ min: 1 }),
                TipoHoras: clave('c_TipoHoras'),
                HorasExtra: entero({ min: 1 }),
                ImportePagado: importeMxn,
              }),
            ),
          ),
        ),
        talVez(
          elemento('JubilacionPensionRetiro', {
            TotalUnaExhibicion: opc(importeMxn),
            TotalParcialidad: opc(importeMxn),
            MontoDiario: opc(importeMxn),
            IngresoAcumulable: importeMxn,
            IngresoNoAcumulable: importeMxn,
          }),
        ),
        talVez(
          elemento('SeparacionIndemnizacion', {
            TotalPagado: importeMxn,
            NumAñosServicio: entero({ max: 99 }),
            UltimoSueldoMensOrd: importeMxn,
            IngresoAcumulable: importeMxn,
            IngresoNoAcumulable: importeMxn,
          }),
        ),
      ),
    ),
    talVez(
      elemento(
        'Deducciones',
        { TotalOtrasDeducciones: opc(importeMxn), TotalImpuestosRetenidos: opc(importeMxn) },
        varios(
          elemento('Deduccion', {
            TipoDeduccion: clave('c_TipoDeduccion'),
            Clave: texto(3, 15),
            Concepto: texto(1, 100),
            Importe: importeMxn,
          }),
        ),
      ),
    ),
    talVez(
      elemento(
        'OtrosPagos',
        {},
        varios(
          elemento(
            'OtroPago',
            {
              TipoOtroPago: clave('c_TipoOtroPago'),
              Clave: texto(3, 15),
              Concepto: texto(1, 100),
              Importe: importeMxn,
            },
            talVez(elemento('SubsidioAlEmpleo', { SubsidioCausado: importeMxn })),
            talVez(
              elemento('CompensacionSaldosAFavor', {
                SaldoAFavor: importeMxn,
                Año: entero({ min: 2016, max: 9999 }),
                RemanenteSalFav: importeMxn,
              }),
            ),
          ),
        ),
      ),
    ),
    talVez(
      elemento(
        'Incapacidades',
        {},
        varios(
          elemento('Incapacidad', {
            DiasIncapacidad: entero({ min: 1 }),
            TipoIncapacidad: clave('c_TipoIncapacidad'),
            ImporteMonetario: opc(importeMxn),
          }),
        ),
      ),
    ),
  ),
};
