import { testLarge } from '../large.js';
import {
  toCase,
  cartas,
  largestOf,
  lessThan,
  setAttributes,
  setInEnvelope,
  removeAttributes,
  removeChildren,
  all,
  traslado,
} from './case.js';
import type { Case, Mutable } from './case.js';

/** Rules of the envelope, of the complement itself, of places and of addresses. */

const repeatCarta = (root: Mutable): void => {
  const complemento = root.children.find(({ name }) => name === 'Complemento') as Mutable;
  complemento.children.push(structuredClone(cartas(root)[0] as Mutable));
};

const envelope: readonly Case[] = [
  toCase(
    'CP-Comprobante-TipoDeComprobante',
    lessThan('01'),
    setInEnvelope(undefined, { TipoDeComprobante: 'E' }),
  ),
  toCase('CP102', traslado, setInEnvelope(undefined, { SubTotal: '0.01' })),
  toCase('CP103', traslado, setInEnvelope(undefined, { Moneda: 'MXN' })),
  toCase('CP104', lessThan('01'), setInEnvelope(undefined, { Moneda: 'XXX' })),
  toCase('CP105', traslado, setInEnvelope(undefined, { Total: '1' })),
  toCase('CP-Receptor-Rfc', traslado, setInEnvelope('Receptor', { Rfc: 'URE180429TM6' })),
  toCase('CP-Receptor-UsoCFDI', traslado, setInEnvelope('Receptor', { UsoCFDI: 'G03' })),
  toCase('CP-Complemento-CartaPorte', lessThan('01'), repeatCarta),
];

const carta: readonly Case[] = [
  ...['EntradaSalidaMerc', 'PaisOrigenDestino', 'ViaEntradaSalida'].flatMap((name) => [
    toCase(`CP-CartaPorte-${name}`, largestOf('01'), removeAttributes('', name)),
    toCase(
      `CP-CartaPorte-${name}`,
      lessThan('02'),
      setAttributes('', {
        [name]: { EntradaSalidaMerc: 'Entrada', PaisOrigenDestino: 'USA' }[name] ?? '01',
      }),
    ),
  ]),
  toCase(
    'CP-CartaPorte-PaisOrigenDestino-Extranjero',
    largestOf('03'),
    setAttributes('', { PaisOrigenDestino: 'MEX' }),
  ),
  toCase('CP-CartaPorte-RegimenesAduaneros', largestOf('02'), removeChildren('', 'RegimenesAduaneros')),
  toCase('CP-CartaPorte-TotalDistRec', lessThan('01'), removeAttributes('', 'TotalDistRec')),
  toCase('CP-CartaPorte-TotalDistRec', lessThan('04'), removeAttributes('', 'TotalDistRec')),
  toCase('CP-CartaPorte-TotalDistRec-Suma', largestOf('01'), setAttributes('', { TotalDistRec: '708.5' })),
  toCase('CP-CartaPorte-UbicacionPoloOrigen', largestOf('01'), removeAttributes('', 'UbicacionPoloOrigen')),
  toCase(
    'CP-CartaPorte-UbicacionPoloDestino',
    lessThan('01'),
    setAttributes('', { UbicacionPoloDestino: '01' }),
  ),
  toCase(
    'CP-RegimenAduaneroCCP-RegimenAduanero',
    largestOf('01'),
    setAttributes('RegimenesAduaneros/RegimenAduaneroCCP', { RegimenAduanero: 'EXD' }),
  ),
];

const ORIGIN = 'Ubicaciones/Ubicacion';
const DESTINO = 'Ubicaciones/Ubicacion[1]';

const ubicaciones: readonly Case[] = [
  toCase('CP-Ubicaciones-Ubicacion', lessThan('02'), setAttributes(DESTINO, { TipoUbicacion: 'Origen' })),
  toCase('CP-Ubicacion-IDUbicacion', lessThan('01'), setAttributes(ORIGIN, { IDUbicacion: 'DE000001' })),
  toCase(
    'CP-Ubicacion-NumRegIdTrib',
    largestOf('01'),
    removeAttributes(ORIGIN, 'NumRegIdTrib', 'ResidenciaFiscal'),
  ),
  toCase(
    'CP-Ubicacion-NumRegIdTrib',
    lessThan('01'),
    setAttributes(ORIGIN, { NumRegIdTrib: '123456789', ResidenciaFiscal: 'USA' }),
  ),
  toCase('CP-Ubicacion-ResidenciaFiscal', largestOf('01'), removeAttributes(ORIGIN, 'ResidenciaFiscal')),
  toCase(
    'CP-Ubicacion-ResidenciaFiscal',
    largestOf('01'),
    setAttributes(ORIGIN, { ResidenciaFiscal: 'MEX' }),
  ),
  ...['NumEstacion', 'NombreEstacion', 'TipoEstacion'].flatMap((name) => [
    toCase(`CP-Ubicacion-${name}`, lessThan('02'), removeAttributes(ORIGIN, name)),
    toCase(`CP-Ubicacion-${name}`, lessThan('01'), setAttributes(ORIGIN, { [name]: '02' })),
  ]),
  toCase('CP-Ubicacion-NavegacionTrafico', lessThan('02'), removeAttributes(ORIGIN, 'NavegacionTrafico')),
  toCase(
    'CP-Ubicacion-NavegacionTrafico',
    lessThan('03'),
    setAttributes(ORIGIN, { NavegacionTrafico: 'Altura' }),
  ),
  toCase(
    'CP-Ubicacion-FechaHoraSalidaLlegada',
    lessThan('01'),
    setAttributes(DESTINO, { FechaHoraSalidaLlegada: '2026-11-20T10:00:00' }),
  ),
  toCase(
    'CP-Ubicacion-DistanciaRecorrida',
    largestOf('04'),
    all(
      removeAttributes('Ubicaciones/Ubicacion[3]', 'DistanciaRecorrida'),
      setAttributes('', { TotalDistRec: '620.5' }),
    ),
  ),
  toCase(
    'CP-Ubicacion-DistanciaRecorrida',
    lessThan('01'),
    all(setAttributes(ORIGIN, { DistanciaRecorrida: '1' }), setAttributes('', { TotalDistRec: '621.5' })),
  ),
  toCase('CP-Ubicacion-Domicilio', lessThan('01'), removeChildren(ORIGIN, 'Domicilio')),
  toCase('CP-Ubicacion-Domicilio', lessThan('03'), removeChildren(DESTINO, 'Domicilio')),
  toCase(
    'CP-Ubicacion-NumEstacion-Clave',
    lessThan('02'),
    setAttributes(ORIGIN, { NumEstacion: 'PM999' }),
    testLarge,
  ),
  toCase(
    'CP-Ubicacion-NumEstacion-Clave',
    lessThan('02'),
    setAttributes(ORIGIN, { NumEstacion: 'EA1685', NombreEstacion: 'Monterrey' }),
    testLarge,
  ),
  toCase(
    'CP-Ubicacion-NombreEstacion-Clave',
    lessThan('02'),
    setAttributes(ORIGIN, { NombreEstacion: 'Mazatlán' }),
    testLarge,
  ),
  toCase(
    'CP-Ubicacion-NombreEstacion-Clave',
    largestOf('03'),
    setAttributes(ORIGIN, { NombreEstacion: 'Extranjera' }),
    testLarge,
  ),
];

const DOMICILIO = `${DESTINO}/Domicilio`;
const domicilios: readonly Case[] = [
  toCase('CP-Domicilio-Estado', lessThan('01'), setAttributes(DOMICILIO, { Estado: 'TX' })),
  toCase('CP-Domicilio-Estado', largestOf('01'), setAttributes(`${ORIGIN}/Domicilio`, { Estado: 'CMX' })),
  toCase('CP-Domicilio-CodigoPostal', lessThan('01'), setAttributes(DOMICILIO, { CodigoPostal: '44100' })),
  toCase('CP-Domicilio-CodigoPostal', lessThan('01'), setAttributes(DOMICILIO, { CodigoPostal: '0630' })),
  toCase(
    'CP-Domicilio-CodigoPostal',
    lessThan('01'),
    setAttributes(DOMICILIO, { CodigoPostal: '06301' }),
    testLarge,
  ),
  toCase('CP-Domicilio-Municipio', lessThan('01'), setAttributes(DOMICILIO, { Municipio: '039' }), testLarge),
  toCase('CP-Domicilio-Localidad', lessThan('01'), setAttributes(DOMICILIO, { Localidad: '07' }), testLarge),
  toCase('CP-Domicilio-Colonia', lessThan('01'), setAttributes(DOMICILIO, { Colonia: '0001' }), testLarge),
  toCase(
    'CP-Domicilio-Colonia',
    largestOf('01'),
    setAttributes('FiguraTransporte/TiposFigura/Domicilio', { Colonia: 'Centro' }),
    testLarge,
  ),
];

export const documentCases: readonly Case[] = [...envelope, ...carta, ...ubicaciones, ...domicilios];
