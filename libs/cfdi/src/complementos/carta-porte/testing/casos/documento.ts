import { grandesDePrueba } from '../grandes.js';
import { caso, cartas, mayor, menor, pon, ponEnSobre, quita, quitaHijos, todos, traslado } from './caso.js';
import type { Caso, Mutable } from './caso.js';

/** Rules of the envelope, of the complement itself, of places and of addresses. */

const repetir = (raiz: Mutable): void => {
  const complemento = raiz.hijos.find(({ nombre }) => nombre === 'Complemento') as Mutable;
  complemento.hijos.push(structuredClone(cartas(raiz)[0] as Mutable));
};

const sobre: readonly Caso[] = [
  caso('CP-Comprobante-TipoDeComprobante', menor('01'), ponEnSobre(undefined, { TipoDeComprobante: 'E' })),
  caso('CP102', traslado, ponEnSobre(undefined, { SubTotal: '0.01' })),
  caso('CP103', traslado, ponEnSobre(undefined, { Moneda: 'MXN' })),
  caso('CP104', menor('01'), ponEnSobre(undefined, { Moneda: 'XXX' })),
  caso('CP105', traslado, ponEnSobre(undefined, { Total: '1' })),
  caso('CP-Receptor-Rfc', traslado, ponEnSobre('Receptor', { Rfc: 'URE180429TM6' })),
  caso('CP-Receptor-UsoCFDI', traslado, ponEnSobre('Receptor', { UsoCFDI: 'G03' })),
  caso('CP-Complemento-CartaPorte', menor('01'), repetir),
];

const carta: readonly Caso[] = [
  ...['EntradaSalidaMerc', 'PaisOrigenDestino', 'ViaEntradaSalida'].flatMap((nombre) => [
    caso(`CP-CartaPorte-${nombre}`, mayor('01'), quita('', nombre)),
    caso(
      `CP-CartaPorte-${nombre}`,
      menor('02'),
      pon('', {
        [nombre]: { EntradaSalidaMerc: 'Entrada', PaisOrigenDestino: 'USA' }[nombre] ?? '01',
      }),
    ),
  ]),
  caso('CP-CartaPorte-PaisOrigenDestino-Extranjero', mayor('03'), pon('', { PaisOrigenDestino: 'MEX' })),
  caso('CP-CartaPorte-RegimenesAduaneros', mayor('02'), quitaHijos('', 'RegimenesAduaneros')),
  caso('CP-CartaPorte-TotalDistRec', menor('01'), quita('', 'TotalDistRec')),
  caso('CP-CartaPorte-TotalDistRec', menor('04'), quita('', 'TotalDistRec')),
  caso('CP-CartaPorte-TotalDistRec-Suma', mayor('01'), pon('', { TotalDistRec: '708.5' })),
  caso('CP-CartaPorte-UbicacionPoloOrigen', mayor('01'), quita('', 'UbicacionPoloOrigen')),
  caso('CP-CartaPorte-UbicacionPoloDestino', menor('01'), pon('', { UbicacionPoloDestino: '01' })),
  caso(
    'CP-RegimenAduaneroCCP-RegimenAduanero',
    mayor('01'),
    pon('RegimenesAduaneros/RegimenAduaneroCCP', { RegimenAduanero: 'EXD' }),
  ),
];

const ORIGEN = 'Ubicaciones/Ubicacion';
const DESTINO = 'Ubicaciones/Ubicacion[1]';

const ubicaciones: readonly Caso[] = [
  caso('CP-Ubicaciones-Ubicacion', menor('02'), pon(DESTINO, { TipoUbicacion: 'Origen' })),
  caso('CP-Ubicacion-IDUbicacion', menor('01'), pon(ORIGEN, { IDUbicacion: 'DE000001' })),
  caso('CP-Ubicacion-NumRegIdTrib', mayor('01'), quita(ORIGEN, 'NumRegIdTrib', 'ResidenciaFiscal')),
  caso(
    'CP-Ubicacion-NumRegIdTrib',
    menor('01'),
    pon(ORIGEN, { NumRegIdTrib: '123456789', ResidenciaFiscal: 'USA' }),
  ),
  caso('CP-Ubicacion-ResidenciaFiscal', mayor('01'), quita(ORIGEN, 'ResidenciaFiscal')),
  caso('CP-Ubicacion-ResidenciaFiscal', mayor('01'), pon(ORIGEN, { ResidenciaFiscal: 'MEX' })),
  ...['NumEstacion', 'NombreEstacion', 'TipoEstacion'].flatMap((nombre) => [
    caso(`CP-Ubicacion-${nombre}`, menor('02'), quita(ORIGEN, nombre)),
    caso(`CP-Ubicacion-${nombre}`, menor('01'), pon(ORIGEN, { [nombre]: '02' })),
  ]),
  caso('CP-Ubicacion-NavegacionTrafico', menor('02'), quita(ORIGEN, 'NavegacionTrafico')),
  caso('CP-Ubicacion-NavegacionTrafico', menor('03'), pon(ORIGEN, { NavegacionTrafico: 'Altura' })),
  caso(
    'CP-Ubicacion-FechaHoraSalidaLlegada',
    menor('01'),
    pon(DESTINO, { FechaHoraSalidaLlegada: '2026-11-20T10:00:00' }),
  ),
  caso(
    'CP-Ubicacion-DistanciaRecorrida',
    mayor('04'),
    todos(quita('Ubicaciones/Ubicacion[3]', 'DistanciaRecorrida'), pon('', { TotalDistRec: '620.5' })),
  ),
  caso(
    'CP-Ubicacion-DistanciaRecorrida',
    menor('01'),
    todos(pon(ORIGEN, { DistanciaRecorrida: '1' }), pon('', { TotalDistRec: '621.5' })),
  ),
  caso('CP-Ubicacion-Domicilio', menor('01'), quitaHijos(ORIGEN, 'Domicilio')),
  caso('CP-Ubicacion-Domicilio', menor('03'), quitaHijos(DESTINO, 'Domicilio')),
  caso('CP-Ubicacion-NumEstacion-Clave', menor('02'), pon(ORIGEN, { NumEstacion: 'PM999' }), grandesDePrueba),
  caso(
    'CP-Ubicacion-NumEstacion-Clave',
    menor('02'),
    pon(ORIGEN, { NumEstacion: 'EA1685', NombreEstacion: 'Monterrey' }),
    grandesDePrueba,
  ),
  caso(
    'CP-Ubicacion-NombreEstacion-Clave',
    menor('02'),
    pon(ORIGEN, { NombreEstacion: 'Mazatlán' }),
    grandesDePrueba,
  ),
  caso(
    'CP-Ubicacion-NombreEstacion-Clave',
    mayor('03'),
    pon(ORIGEN, { NombreEstacion: 'Extranjera' }),
    grandesDePrueba,
  ),
];

const DOMICILIO = `${DESTINO}/Domicilio`;
const domicilios: readonly Caso[] = [
  caso('CP-Domicilio-Estado', menor('01'), pon(DOMICILIO, { Estado: 'TX' })),
  caso('CP-Domicilio-Estado', mayor('01'), pon(`${ORIGEN}/Domicilio`, { Estado: 'CMX' })),
  caso('CP-Domicilio-CodigoPostal', menor('01'), pon(DOMICILIO, { CodigoPostal: '44100' })),
  caso('CP-Domicilio-CodigoPostal', menor('01'), pon(DOMICILIO, { CodigoPostal: '0630' })),
  caso('CP-Domicilio-CodigoPostal', menor('01'), pon(DOMICILIO, { CodigoPostal: '06301' }), grandesDePrueba),
  caso('CP-Domicilio-Municipio', menor('01'), pon(DOMICILIO, { Municipio: '039' }), grandesDePrueba),
  caso('CP-Domicilio-Localidad', menor('01'), pon(DOMICILIO, { Localidad: '07' }), grandesDePrueba),
  caso('CP-Domicilio-Colonia', menor('01'), pon(DOMICILIO, { Colonia: '0001' }), grandesDePrueba),
  caso(
    'CP-Domicilio-Colonia',
    mayor('01'),
    pon('FiguraTransporte/TiposFigura/Domicilio', { Colonia: 'Centro' }),
    grandesDePrueba,
  ),
];

export const casosDeDocumento: readonly Caso[] = [...sobre, ...carta, ...ubicaciones, ...domicilios];
