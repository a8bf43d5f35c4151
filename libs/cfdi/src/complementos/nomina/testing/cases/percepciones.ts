import { addChild, nodeAt, setAttributes } from '../changes.js';
import {
  fullNomina,
  nominaJubilacion,
  minimalNomina,
  nominaOtrosPagos,
  nominaSeparacion,
} from '../nominas.js';
import { attributes, withChanges, balance, without, all, D, N, P, type Case } from './case.js';

/** NOM70 to NOM90 and NOM109: earnings. */
export const ofPercepciones: readonly Case[] = [
  [
    'NOM70',
    minimalNomina,
    all(attributes(P, { TotalSueldos: '5000.01' }), attributes(N, { TotalPercepciones: '5000.01' }), (r) =>
      balance(r, '5000.01'),
    ),
  ],
  [
    'NOM71',
    nominaSeparacion,
    (root) => {
      setAttributes(root, P, { TotalSeparacionIndemnizacion: '100001' });
      setAttributes(root, N, { TotalPercepciones: '100001' });
      balance(root, '100001', '4000');
    },
  ],
  [
    'NOM72',
    nominaJubilacion,
    (root) => {
      setAttributes(root, P, { TotalJubilacionPensionRetiro: '12001' });
      setAttributes(root, N, { TotalPercepciones: '12001' });
      balance(root, '12001');
    },
  ],
  ['NOM73', minimalNomina, attributes(P, { TotalGravado: '5000.01' })],
  ['NOM74', minimalNomina, attributes(P, { TotalExento: '0.01' })],
  [
    'NOM75',
    fullNomina,
    (root) =>
      addChild(root, P, 'Percepcion', {
        TipoPercepcion: '001',
        Clave: '001',
        Concepto: 'x',
        ImporteGravado: '0',
        ImporteExento: '0.00',
      }),
  ],
  ['NOM76', minimalNomina, attributes(`${P}/Percepcion`, { TipoPercepcion: '007' })],
  [
    'NOM77',
    { ...minimalNomina, ...{ otrosPagos: nominaOtrosPagos.otrosPagos ?? [] } },
    (root) => {
      setAttributes(root, P, { TotalSueldos: undefined });
      setAttributes(root, N, { TotalPercepciones: '0' });
      balance(root, '1500');
    },
  ],
  ['NOM78', nominaSeparacion, without(`${P}/SeparacionIndemnizacion`)],
  [
    'NOM78',
    nominaSeparacion,
    (root) => {
      setAttributes(root, P, { TotalSeparacionIndemnizacion: undefined });
      setAttributes(root, N, { TotalPercepciones: '0' });
      balance(root, '0', '4000');
    },
  ],
  ['NOM79', nominaJubilacion, without(`${P}/JubilacionPensionRetiro`)],
  [
    'NOM79',
    minimalNomina,
    withChanges(P, 'JubilacionPensionRetiro', { IngresoAcumulable: '0', IngresoNoAcumulable: '0' }),
  ],
  ['NOM79', minimalNomina, attributes(P, { TotalJubilacionPensionRetiro: '0' })],
  ['NOM80', fullNomina, attributes(`${P}/JubilacionPensionRetiro`, { TotalUnaExhibicion: undefined })],
  [
    'NOM80',
    fullNomina,
    attributes(`${P}/JubilacionPensionRetiro`, {
      TotalUnaExhibicion: undefined,
      TotalParcialidad: '1',
      MontoDiario: '1',
    }),
  ],
  ['NOM81', nominaJubilacion, attributes(`${P}/JubilacionPensionRetiro`, { TotalParcialidad: undefined })],
  [
    'NOM81',
    nominaJubilacion,
    attributes(`${P}/JubilacionPensionRetiro`, {
      TotalParcialidad: undefined,
      MontoDiario: undefined,
      TotalUnaExhibicion: '1',
    }),
  ],
  ['NOM82', fullNomina, without(`${P}/Percepcion[2]/AccionesOTitulos`)],
  [
    'NOM83',
    minimalNomina,
    withChanges(`${P}/Percepcion`, 'AccionesOTitulos', { ValorMercado: '1', PrecioAlOtorgarse: '1' }),
  ],
  ['NOM84', fullNomina, (root) => void (nodeAt(root, `${P}/Percepcion[1]`).children = [])],
  [
    'NOM85',
    minimalNomina,
    withChanges(`${P}/Percepcion`, 'HorasExtra', {
      Dias: '1',
      TipoHoras: '01',
      HorasExtra: '1',
      ImportePagado: '1',
    }),
  ],
  [
    'NOM86',
    fullNomina,
    all(without(`${N}/Incapacidades`), (root) =>
      setAttributes(root, `${D}/Deduccion[2]`, { TipoDeduccion: '004' }),
    ),
  ],
  [
    'NOM87',
    fullNomina,
    all(
      attributes(`${D}/Deduccion[2]`, { TipoDeduccion: '004' }),
      attributes(`${N}/Incapacidades/Incapacidad`, { ImporteMonetario: '350.01' }),
    ),
  ],
  ['NOM88', fullNomina, attributes(`${P}/Percepcion[1]/HorasExtra[1]`, { TipoHoras: '04' })],
  ['NOM89', fullNomina, attributes(`${P}/JubilacionPensionRetiro`, { MontoDiario: '1' })],
  [
    'NOM89',
    fullNomina,
    attributes(`${P}/JubilacionPensionRetiro`, { TotalParcialidad: '1', MontoDiario: '1' }),
  ],
  ['NOM90', nominaJubilacion, attributes(`${P}/JubilacionPensionRetiro`, { MontoDiario: undefined })],
  [
    'NOM109',
    {
      ...minimalNomina,
      percepciones: {
        percepcion: [{ tipoPercepcion: '056', clave: '038', importeGravado: '5', importeExento: '5' }],
      },
    },
    attributes(`${P}/Percepcion`, { TipoPercepcion: '038' }),
  ],
];
