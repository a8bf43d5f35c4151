import {
  toCase,
  nodeAt,
  largestOf,
  lessThan,
  setAttributes,
  removeAttributes,
  removeChildren,
  all,
  type Case,
  type Mutable,
} from './case.js';

/** Rules of the means of transport and of who takes part. */

const AUTO = 'Mercancias/Autotransporte';
const peligroso = { bienes: [{ cantidad: '1', pesoKg: '1', peligroso: true }] };
const autotransporte: readonly Case[] = [
  toCase('CP-Autotransporte-PermSCT', lessThan('01'), setAttributes(AUTO, { PermSCT: 'TPTA01' })),
  toCase('CP-Autotransporte-PermSCT', lessThan('01'), setAttributes(AUTO, { PermSCT: 'TPAF99' })),
  toCase('CP184', largestOf('01'), removeChildren(AUTO, 'Remolques')),
  toCase(
    'CP184',
    largestOf('01'),
    setAttributes(`${AUTO}/IdentificacionVehicular`, { ConfigVehicular: 'C2' }),
  ),
  ...(
    [
      ['CP182', 'AseguraMedAmbiente'],
      ['CP183', 'PolizaMedAmbiente'],
    ] as const
  ).map(([code, name]) => toCase(code, lessThan('01', peligroso), removeAttributes(`${AUTO}/Seguros`, name))),
];

const MAR = 'Mercancias/TransporteMaritimo';
const FERRI = `${MAR}/Contenedor[1]`;
const withRemolques = (root: Mutable): void => {
  nodeAt(root, `${MAR}/Contenedor`).children.push(structuredClone(nodeAt(root, `${FERRI}/RemolquesCCP`)));
};
const maritimo: readonly Case[] = [
  toCase('CP-TransporteMaritimo-PermSCT', largestOf('02'), setAttributes(MAR, { PermSCT: 'TPAF01' })),
  toCase('CP185', largestOf('02'), removeAttributes(MAR, 'PermisoTempNavegacion')),
  toCase(
    'CP-Contenedor-MatriculaContenedor',
    largestOf('02'),
    removeAttributes(`${MAR}/Contenedor`, 'MatriculaContenedor'),
  ),
  toCase('CP-Contenedor-NumPrecinto', largestOf('02'), removeAttributes(`${MAR}/Contenedor`, 'NumPrecinto')),
  ...['IdCCPRelacionado', 'PlacaVMCCP', 'FechaCertificacionCCP'].map((name) =>
    toCase(`CP-Contenedor-${name}`, largestOf('02'), removeAttributes(FERRI, name)),
  ),
  toCase(
    'CP-Contenedor-PlacaVMCCP',
    largestOf('02'),
    setAttributes(`${MAR}/Contenedor`, { PlacaVMCCP: 'ABC1234' }),
  ),
  toCase('CP-Contenedor-RemolquesCCP', largestOf('02'), withRemolques),
];

const AIRE = 'Mercancias/TransporteAereo';
const aereo: readonly Case[] = [
  toCase('CP-TransporteAereo-PermSCT', lessThan('03'), setAttributes(AIRE, { PermSCT: 'TPTM01' })),
  toCase('CP189', largestOf('03'), removeAttributes(AIRE, 'NumRegIdTribEmbarc', 'ResidenciaFiscalEmbarc')),
  toCase('CP190', largestOf('03'), removeAttributes(AIRE, 'ResidenciaFiscalEmbarc')),
];

const TREN = 'Mercancias/TransporteFerroviario';
const ferroviario: readonly Case[] = [
  toCase(
    'CP-TransporteFerroviario-TipoDeServicio',
    largestOf('04'),
    all(removeChildren(`${TREN}/Carro`, 'Contenedor'), setAttributes(`${TREN}/Carro`, { TipoCarro: 'TC01' })),
  ),
  toCase(
    'CP191',
    largestOf('04'),
    all(
      setAttributes(`${TREN}/Carro`, { ToneladasNetasCarro: '70.126' }),
      setAttributes('Mercancias', { PesoNetoTotal: '70.126' }),
    ),
  ),
  toCase('CP192', largestOf('04'), setAttributes(TREN, { TipoDeServicio: 'TS01' })),
  toCase('CP-Carro-Contenedor', largestOf('04'), setAttributes(`${TREN}/Carro`, { TipoCarro: 'TC01' })),
];

const figura = (i: number): string => `FiguraTransporte/TiposFigura[${i}]`;
const figuras: readonly Case[] = [
  toCase('CP194', lessThan('01'), removeChildren('', 'FiguraTransporte')),
  toCase('CP-TiposFigura-NumLicencia', lessThan('01'), removeAttributes(figura(0), 'NumLicencia')),
  toCase(
    'CP-TiposFigura-NumLicencia',
    largestOf('02'),
    setAttributes(figura(3), { NumLicencia: 'LIC000002' }),
  ),
  toCase('CP-TiposFigura-RFCFigura', lessThan('01'), removeAttributes(figura(0), 'RFCFigura')),
  toCase(
    'CP-TiposFigura-NumRegIdTribFigura',
    largestOf('01'),
    removeAttributes(figura(2), 'NumRegIdTribFigura', 'ResidenciaFiscalFigura'),
  ),
  toCase(
    'CP-TiposFigura-ResidenciaFiscalFigura',
    largestOf('01'),
    removeAttributes(figura(2), 'ResidenciaFiscalFigura'),
  ),
  toCase('CP-TiposFigura-PartesTransporte', largestOf('01'), removeChildren(figura(1), 'PartesTransporte')),
];

export const transportesCases: readonly Case[] = [
  ...autotransporte,
  ...maritimo,
  ...aereo,
  ...ferroviario,
  ...figuras,
];
