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
  addChild,
  addComplemento,
  all,
  nodeAt,
  setKeys,
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
  toCase('CP107', traslado, setInEnvelope('Receptor', { Rfc: 'URE180429TM6' })),
  toCase('CP111', traslado, setInEnvelope('Receptor', { UsoCFDI: 'G03' })),
  toCase('CP109', lessThan('01'), setKeys('01010101', '78102206')),
  toCase('CP109', lessThan('02'), setKeys('92121803')),
  toCase('CP110', lessThan('01'), setKeys('78101802', '78101902')),
  toCase('CP113', lessThan('01'), addComplemento('Divisas', 'http://www.sat.gob.mx/divisas')),
  toCase('CP113', traslado, addComplemento('Donatarias', 'http://www.sat.gob.mx/donat')),
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
  toCase('CP125', lessThan('01'), removeAttributes('', 'TotalDistRec')),
  toCase('CP125', lessThan('04'), removeAttributes('', 'TotalDistRec')),
  toCase('CP125', lessThan('02'), setAttributes('', { TotalDistRec: '1' })),
  toCase('CP126', largestOf('01'), setAttributes('', { TotalDistRec: '708.5' })),
  toCase('CP127', largestOf('01'), removeAttributes('', 'UbicacionPoloOrigen')),
  toCase('CP127', lessThan('01'), setAttributes('', { UbicacionPoloDestino: '01' })),
  toCase(
    'CP-RegimenAduaneroCCP-RegimenAduanero',
    largestOf('01'),
    setAttributes('RegimenesAduaneros/RegimenAduaneroCCP', { RegimenAduanero: 'EXD' }),
  ),
];

const ORIGIN = 'Ubicaciones/Ubicacion';
const DESTINO = 'Ubicaciones/Ubicacion[1]';

const BY_RAIL = lessThan('04');

const ubicaciones: readonly Case[] = [
  toCase(
    'CP128',
    BY_RAIL,
    all(
      setAttributes(ORIGIN, { TipoUbicacion: 'Destino', DistanciaRecorrida: '1' }),
      setAttributes('', { TotalDistRec: '663.5' }),
    ),
  ),
  toCase(
    'CP129',
    BY_RAIL,
    all(
      setAttributes(DESTINO, { TipoUbicacion: 'Origen' }),
      removeAttributes(DESTINO, 'DistanciaRecorrida'),
      setAttributes('', { TotalDistRec: '42' }),
    ),
  ),
  toCase('CP130', lessThan('02'), setAttributes(DESTINO, { TipoUbicacion: 'Origen' })),
  toCase('CP-Ubicacion-IDUbicacion', lessThan('01'), setAttributes(ORIGIN, { IDUbicacion: 'DE000001' })),
  toCase('CP133', largestOf('01'), removeAttributes(ORIGIN, 'NumRegIdTrib', 'ResidenciaFiscal')),
  toCase(
    'CP133',
    lessThan('01'),
    setAttributes(ORIGIN, { NumRegIdTrib: '123456789', ResidenciaFiscal: 'USA' }),
  ),
  toCase('CP134', largestOf('01'), removeAttributes(ORIGIN, 'ResidenciaFiscal')),
  toCase('CP134', largestOf('01'), setAttributes(ORIGIN, { ResidenciaFiscal: 'MEX' })),
  ...(
    [
      ['CP-Ubicacion-NumEstacion', 'NumEstacion'],
      ['CP137', 'NombreEstacion'],
      ['CP140', 'TipoEstacion'],
    ] as const
  ).flatMap(([code, name]) => [
    toCase(code, lessThan('02'), removeAttributes(ORIGIN, name)),
    toCase(code, lessThan('01'), setAttributes(ORIGIN, { [name]: '02' })),
  ]),
  toCase('CP139', lessThan('02'), removeAttributes(ORIGIN, 'NavegacionTrafico')),
  toCase('CP139', lessThan('03'), setAttributes(ORIGIN, { NavegacionTrafico: 'Altura' })),
  toCase(
    'CP141',
    largestOf('04'),
    all(
      removeAttributes('Ubicaciones/Ubicacion[3]', 'DistanciaRecorrida'),
      setAttributes('', { TotalDistRec: '652' }),
    ),
  ),
  toCase(
    'CP141',
    lessThan('01'),
    all(setAttributes(ORIGIN, { DistanciaRecorrida: '1' }), setAttributes('', { TotalDistRec: '621.5' })),
  ),
  toCase(
    'CP142',
    BY_RAIL,
    addChild(DESTINO, (root) => nodeAt(root, `${ORIGIN}/Domicilio`)),
  ),
  toCase('CP-Ubicacion-Domicilio', BY_RAIL, removeChildren('Ubicaciones/Ubicacion[5]', 'Domicilio')),
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
  toCase('CP138', lessThan('02'), setAttributes(ORIGIN, { NombreEstacion: 'Mazatlán' }), testLarge),
  toCase('CP138', largestOf('03'), setAttributes(ORIGIN, { NombreEstacion: 'Extranjera' }), testLarge),
];

const DOMICILIO = `${DESTINO}/Domicilio`;
const domicilios: readonly Case[] = [
  toCase('CP146', lessThan('01'), setAttributes(DOMICILIO, { Estado: 'TX' })),
  toCase('CP146', largestOf('01'), setAttributes(`${ORIGIN}/Domicilio`, { Estado: 'CMX' })),
  toCase('CP147', lessThan('01'), setAttributes(DOMICILIO, { CodigoPostal: '44100' })),
  toCase('CP147', lessThan('01'), setAttributes(DOMICILIO, { CodigoPostal: '0630' })),
  toCase('CP147', lessThan('01'), setAttributes(DOMICILIO, { CodigoPostal: '06301' }), testLarge),
  toCase('CP145', lessThan('01'), setAttributes(DOMICILIO, { Municipio: '039' }), testLarge),
  toCase('CP144', lessThan('01'), setAttributes(DOMICILIO, { Localidad: '07' }), testLarge),
  toCase('CP143', lessThan('01'), setAttributes(DOMICILIO, { Colonia: '0001' }), testLarge),
  ...Object.entries({
    ...{ Colonia: 'Centro', Localidad: '06', Municipio: '015', Estado: 'TX', CodigoPostal: '44100' },
  }).map(([name, value]) =>
    toCase(
      `CP-TiposFigura-Domicilio-${name}`,
      largestOf('01'),
      setAttributes('FiguraTransporte/TiposFigura/Domicilio', { [name]: value }),
      ...(name === 'Colonia' || name === 'Localidad' || name === 'Municipio' ? [testLarge] : []),
    ),
  ),
];

export const documentCases: readonly Case[] = [...envelope, ...carta, ...ubicaciones, ...domicilios];
