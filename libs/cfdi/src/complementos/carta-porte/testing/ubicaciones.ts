import type { Plan, Transporte } from './plan.js';

type Datos = Readonly<Record<string, unknown>>;

/** Addresses and stations that are in the tax authority's catalogues. */
const CIUDADES = [
  { Estado: 'NLE', CodigoPostal: '64000', Municipio: '039', Localidad: '07', Colonia: '0001' },
  { Estado: 'CMX', CodigoPostal: '06300', Municipio: '015', Localidad: '06', Colonia: '0900' },
  { Estado: 'VER', CodigoPostal: '91700', Municipio: '193', Localidad: '17', Colonia: '0499' },
];
export const ESTACIONES: Readonly<Record<Transporte, readonly (readonly [string, string])[]>> = {
  '01': [],
  '02': [
    ['PM046', 'Manzanillo'],
    ['PM100', 'Puerto de Veracruz'],
  ],
  '03': [
    ['EA1685', 'Monterrey'],
    ['EA0414', 'General Abelardo L. Rodriguez'],
  ],
  '04': [
    ['A0007', 'PANTACO'],
    ['M523.5', 'MONTERREY'],
  ],
};
/** Stations of the rest of the world, which say their name themselves. */
export const EXTRANJERAS: Readonly<Record<Transporte, string>> = {
  ...{ '01': '', '02': 'PM120', '03': 'EA2346', '04': 'EF0001' },
};

const enTexas: Datos = {
  ...{ Calle: 'Main Street', NumeroExterior: '1', Municipio: 'Webb', Localidad: 'Laredo', Colonia: 'Centro' },
  ...{ Estado: 'TX', Pais: 'USA', CodigoPostal: '78040', Referencia: 'Bodega 3', NumeroInterior: 'B' },
};

export function domicilio(i: number, completo: boolean): Datos {
  const { Estado, CodigoPostal, ...claves } = CIUDADES[i % CIUDADES.length] as (typeof CIUDADES)[number];
  const calle = { Calle: 'Hidalgo', NumeroExterior: '12', NumeroInterior: '3 B', Referencia: '19.43,-99.13' };
  return { ...(completo && { ...calle, ...claves }), Estado, Pais: 'MEX', CodigoPostal };
}

/** RFC of who sends or receives: with everything, the first one that crosses the border lives abroad. */
const persona = ({ completo, texto }: Plan, afuera: boolean): Datos => ({
  ...(afuera
    ? { RFCRemitenteDestinatario: 'XEXX010101000', NumRegIdTrib: '123456789', ResidenciaFiscal: 'USA' }
    : { RFCRemitenteDestinatario: 'URE180429TM6' }),
  ...(completo && { NombreRemitenteDestinatario: texto }),
});

function estacion({ transporte }: Plan, i: number, tipo: string, afuera: boolean): Datos {
  const [clave, nombre] = ESTACIONES[transporte][i % 2] ?? [];
  if (clave === undefined) return {};
  return {
    ...(afuera
      ? { NumEstacion: EXTRANJERAS[transporte], NombreEstacion: 'Laredo Terminal' }
      : { NumEstacion: clave, NombreEstacion: nombre, TipoEstacion: tipo }),
    ...(transporte === '02' && { NavegacionTrafico: afuera ? 'Altura' : 'Cabotaje' }),
  };
}

export const idOrigen = (i: number): string => `OR${String(i + 1).padStart(6, '0')}`;
export const idDestino = (i: number): string => `DE${String(i + 1).padStart(6, '0')}`;

export function ubicaciones(plan: Plan): readonly Datos[] {
  const { completo, internacional, origenes, distancias, transporte } = plan;
  const porTierra = transporte === '01' || transporte === '04';
  const una = (i: number, tipo: 'Origen' | 'Destino', resto: Datos): Datos => {
    const afuera = i === 0 && internacional === (tipo === 'Origen' ? 'Entrada' : 'Salida');
    return {
      TipoUbicacion: tipo,
      ...(completo && { IDUbicacion: tipo === 'Origen' ? idOrigen(i) : idDestino(i) }),
      ...persona(plan, afuera),
      ...estacion(plan, i, tipo === 'Origen' ? '01' : '03', afuera),
      ...resto,
      Domicilio: afuera ? enTexas : domicilio(tipo === 'Origen' ? i : i + 1, completo),
    };
  };
  return [
    ...Array.from({ length: origenes }, (_, i) =>
      una(i, 'Origen', { FechaHoraSalidaLlegada: `2026-11-20T1${i}:00:00` }),
    ),
    ...distancias.map((DistanciaRecorrida, i) =>
      una(i, 'Destino', {
        FechaHoraSalidaLlegada: `2026-11-2${1 + (i % 9)}T08:30:00`,
        ...(porTierra && { DistanciaRecorrida }),
      }),
    ),
  ];
}
