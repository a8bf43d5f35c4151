import { agregar, en, poner } from '../cambios.js';
import {
  nominaCompleta,
  nominaJubilacion,
  nominaMinima,
  nominaOtrosPagos,
  nominaSeparacion,
} from '../nominas.js';
import { atributos, con, cuadrar, sin, todos, D, N, P, type Caso } from './caso.js';

/** NOM70 to NOM90 and NOM109: earnings. */
export const dePercepciones: readonly Caso[] = [
  [
    'NOM70',
    nominaMinima,
    todos(atributos(P, { TotalSueldos: '5000.01' }), atributos(N, { TotalPercepciones: '5000.01' }), (r) =>
      cuadrar(r, '5000.01'),
    ),
  ],
  [
    'NOM71',
    nominaSeparacion,
    (raiz) => {
      poner(raiz, P, { TotalSeparacionIndemnizacion: '100001' });
      poner(raiz, N, { TotalPercepciones: '100001' });
      cuadrar(raiz, '100001', '4000');
    },
  ],
  [
    'NOM72',
    nominaJubilacion,
    (raiz) => {
      poner(raiz, P, { TotalJubilacionPensionRetiro: '12001' });
      poner(raiz, N, { TotalPercepciones: '12001' });
      cuadrar(raiz, '12001');
    },
  ],
  ['NOM73', nominaMinima, atributos(P, { TotalGravado: '5000.01' })],
  ['NOM74', nominaMinima, atributos(P, { TotalExento: '0.01' })],
  [
    'NOM75',
    nominaCompleta,
    (raiz) =>
      agregar(raiz, P, 'Percepcion', {
        TipoPercepcion: '001',
        Clave: '001',
        Concepto: 'x',
        ImporteGravado: '0',
        ImporteExento: '0.00',
      }),
  ],
  ['NOM76', nominaMinima, atributos(`${P}/Percepcion`, { TipoPercepcion: '007' })],
  [
    'NOM77',
    { ...nominaMinima, ...{ otrosPagos: nominaOtrosPagos.otrosPagos ?? [] } },
    (raiz) => {
      poner(raiz, P, { TotalSueldos: undefined });
      poner(raiz, N, { TotalPercepciones: '0' });
      cuadrar(raiz, '1500');
    },
  ],
  ['NOM78', nominaSeparacion, sin(`${P}/SeparacionIndemnizacion`)],
  [
    'NOM78',
    nominaSeparacion,
    (raiz) => {
      poner(raiz, P, { TotalSeparacionIndemnizacion: undefined });
      poner(raiz, N, { TotalPercepciones: '0' });
      cuadrar(raiz, '0', '4000');
    },
  ],
  ['NOM79', nominaJubilacion, sin(`${P}/JubilacionPensionRetiro`)],
  [
    'NOM79',
    nominaMinima,
    con(P, 'JubilacionPensionRetiro', { IngresoAcumulable: '0', IngresoNoAcumulable: '0' }),
  ],
  ['NOM79', nominaMinima, atributos(P, { TotalJubilacionPensionRetiro: '0' })],
  ['NOM80', nominaCompleta, atributos(`${P}/JubilacionPensionRetiro`, { TotalUnaExhibicion: undefined })],
  [
    'NOM80',
    nominaCompleta,
    atributos(`${P}/JubilacionPensionRetiro`, {
      TotalUnaExhibicion: undefined,
      TotalParcialidad: '1',
      MontoDiario: '1',
    }),
  ],
  ['NOM81', nominaJubilacion, atributos(`${P}/JubilacionPensionRetiro`, { TotalParcialidad: undefined })],
  [
    'NOM81',
    nominaJubilacion,
    atributos(`${P}/JubilacionPensionRetiro`, {
      TotalParcialidad: undefined,
      MontoDiario: undefined,
      TotalUnaExhibicion: '1',
    }),
  ],
  ['NOM82', nominaCompleta, sin(`${P}/Percepcion[2]/AccionesOTitulos`)],
  [
    'NOM83',
    nominaMinima,
    con(`${P}/Percepcion`, 'AccionesOTitulos', { ValorMercado: '1', PrecioAlOtorgarse: '1' }),
  ],
  ['NOM84', nominaCompleta, (raiz) => void (en(raiz, `${P}/Percepcion[1]`).hijos = [])],
  [
    'NOM85',
    nominaMinima,
    con(`${P}/Percepcion`, 'HorasExtra', { Dias: '1', TipoHoras: '01', HorasExtra: '1', ImportePagado: '1' }),
  ],
  [
    'NOM86',
    nominaCompleta,
    todos(sin(`${N}/Incapacidades`), (raiz) => poner(raiz, `${D}/Deduccion[2]`, { TipoDeduccion: '004' })),
  ],
  [
    'NOM87',
    nominaCompleta,
    todos(
      atributos(`${D}/Deduccion[2]`, { TipoDeduccion: '004' }),
      atributos(`${N}/Incapacidades/Incapacidad`, { ImporteMonetario: '350.01' }),
    ),
  ],
  ['NOM88', nominaCompleta, atributos(`${P}/Percepcion[1]/HorasExtra[1]`, { TipoHoras: '04' })],
  ['NOM89', nominaCompleta, atributos(`${P}/JubilacionPensionRetiro`, { MontoDiario: '1' })],
  [
    'NOM89',
    nominaCompleta,
    atributos(`${P}/JubilacionPensionRetiro`, { TotalParcialidad: '1', MontoDiario: '1' }),
  ],
  ['NOM90', nominaJubilacion, atributos(`${P}/JubilacionPensionRetiro`, { MontoDiario: undefined })],
  [
    'NOM109',
    {
      ...nominaMinima,
      percepciones: {
        percepcion: [{ tipoPercepcion: '056', clave: '038', importeGravado: '5', importeExento: '5' }],
      },
    },
    atributos(`${P}/Percepcion`, { TipoPercepcion: '038' }),
  ],
];
