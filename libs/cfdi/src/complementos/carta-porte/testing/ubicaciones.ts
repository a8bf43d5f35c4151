import type { Plan, Transporte } from './plan.js';

type Data = Readonly<Record<string, unknown>>;

/** Addresses and stations that are in the tax authority's catalogues. */
const CITIES = [
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
export const FOREIGN: Readonly<Record<Transporte, string>> = {
  ...{ '01': '', '02': 'PM120', '03': 'EA2346', '04': 'EF0001' },
};

const inTexas: Data = {
  ...{ Calle: 'Main Street', NumeroExterior: '1', Municipio: 'Webb', Localidad: 'Laredo', Colonia: 'Centro' },
  ...{ Estado: 'TX', Pais: 'USA', CodigoPostal: '78040', Referencia: 'Bodega 3', NumeroInterior: 'B' },
};

export function domicilio(i: number, full: boolean): Data {
  const { Estado, CodigoPostal, ...keys } = CITIES[i % CITIES.length] as (typeof CITIES)[number];
  const calle = { Calle: 'Hidalgo', NumeroExterior: '12', NumeroInterior: '3 B', Referencia: '19.43,-99.13' };
  return { ...(full && { ...calle, ...keys }), Estado, Pais: 'MEX', CodigoPostal };
}

/** RFC of who sends or receives: with everything, the first one that crosses the border lives abroad. */
const personTypeOf = ({ full, text }: Plan, abroad: boolean): Data => ({
  ...(abroad
    ? { RFCRemitenteDestinatario: 'XEXX010101000', NumRegIdTrib: '123456789', ResidenciaFiscal: 'USA' }
    : { RFCRemitenteDestinatario: 'URE180429TM6' }),
  ...(full && { NombreRemitenteDestinatario: text }),
});

function estacion({ transporte }: Plan, i: number, type: string, abroad: boolean): Data {
  const [key, name] = ESTACIONES[transporte][i % 2] ?? [];
  if (key === undefined) return {};
  return {
    ...(abroad
      ? { NumEstacion: FOREIGN[transporte], NombreEstacion: 'Laredo Terminal' }
      : { NumEstacion: key, NombreEstacion: name, TipoEstacion: type }),
    ...(transporte === '02' && { NavegacionTrafico: abroad ? 'Altura' : 'Cabotaje' }),
  };
}

export const idOrigen = (i: number): string => `OR${String(i + 1).padStart(6, '0')}`;
export const idDestino = (i: number): string => `DE${String(i + 1).padStart(6, '0')}`;

export function ubicaciones(plan: Plan): readonly Data[] {
  const { full, internacional, origenes, distancias, transporte } = plan;
  const overland = transporte === '01' || transporte === '04';
  const buildOne = (i: number, type: 'Origen' | 'Destino', rest: Data): Data => {
    const abroad = i === 0 && internacional === (type === 'Origen' ? 'Entrada' : 'Salida');
    const passed = transporte === '04' && type === 'Destino' && i < distancias.length - 1 && !abroad;
    return {
      TipoUbicacion: type,
      ...(full && { IDUbicacion: type === 'Origen' ? idOrigen(i) : idDestino(i) }),
      ...personTypeOf(plan, abroad),
      ...estacion(plan, i, passed ? '02' : type === 'Origen' ? '01' : '03', abroad),
      ...rest,
      ...(!passed && { Domicilio: abroad ? inTexas : domicilio(type === 'Origen' ? i : i + 1, full) }),
    };
  };
  return [
    ...Array.from({ length: origenes }, (_, i) =>
      buildOne(i, 'Origen', { FechaHoraSalidaLlegada: `2026-11-20T1${i}:00:00` }),
    ),
    ...distancias.map((DistanciaRecorrida, i) =>
      buildOne(i, 'Destino', {
        FechaHoraSalidaLlegada: `2026-11-2${1 + (i % 9)}T08:30:00`,
        ...(overland && { DistanciaRecorrida }),
      }),
    ),
  ];
}
