import { caso, en, mayor, menor, pon, quita, quitaHijos, todos, type Caso, type Mutable } from './caso.js';

/** Rules of the means of transport and of who takes part. */

const AUTO = 'Mercancias/Autotransporte';
const peligroso = { bienes: [{ cantidad: '1', pesoKg: '1', peligroso: true }] };
const autotransporte: readonly Caso[] = [
  caso('CP-Autotransporte-PermSCT', menor('01'), pon(AUTO, { PermSCT: 'TPTA01' })),
  caso('CP-Autotransporte-PermSCT', menor('01'), pon(AUTO, { PermSCT: 'TPAF99' })),
  caso('CP-Autotransporte-Remolques', mayor('01'), quitaHijos(AUTO, 'Remolques')),
  caso(
    'CP-Autotransporte-Remolques',
    mayor('01'),
    pon(`${AUTO}/IdentificacionVehicular`, { ConfigVehicular: 'C2' }),
  ),
  ...['AseguraMedAmbiente', 'PolizaMedAmbiente'].map((nombre) =>
    caso(`CP-Seguros-${nombre}`, menor('01', peligroso), quita(`${AUTO}/Seguros`, nombre)),
  ),
];

const MAR = 'Mercancias/TransporteMaritimo';
const FERRI = `${MAR}/Contenedor[1]`;
const conRemolques = (raiz: Mutable): void => {
  en(raiz, `${MAR}/Contenedor`).hijos.push(structuredClone(en(raiz, `${FERRI}/RemolquesCCP`)));
};
const maritimo: readonly Caso[] = [
  caso('CP-TransporteMaritimo-PermSCT', mayor('02'), pon(MAR, { PermSCT: 'TPAF01' })),
  caso('CP-TransporteMaritimo-PermisoTempNavegacion', mayor('02'), quita(MAR, 'PermisoTempNavegacion')),
  caso('CP-Contenedor-MatriculaContenedor', mayor('02'), quita(`${MAR}/Contenedor`, 'MatriculaContenedor')),
  caso('CP-Contenedor-NumPrecinto', mayor('02'), quita(`${MAR}/Contenedor`, 'NumPrecinto')),
  ...['IdCCPRelacionado', 'PlacaVMCCP', 'FechaCertificacionCCP'].map((nombre) =>
    caso(`CP-Contenedor-${nombre}`, mayor('02'), quita(FERRI, nombre)),
  ),
  caso('CP-Contenedor-PlacaVMCCP', mayor('02'), pon(`${MAR}/Contenedor`, { PlacaVMCCP: 'ABC1234' })),
  caso('CP-Contenedor-RemolquesCCP', mayor('02'), conRemolques),
];

const AIRE = 'Mercancias/TransporteAereo';
const aereo: readonly Caso[] = [
  caso('CP-TransporteAereo-PermSCT', menor('03'), pon(AIRE, { PermSCT: 'TPTM01' })),
  caso(
    'CP-TransporteAereo-NumRegIdTribEmbarc',
    mayor('03'),
    quita(AIRE, 'NumRegIdTribEmbarc', 'ResidenciaFiscalEmbarc'),
  ),
  caso('CP-TransporteAereo-ResidenciaFiscalEmbarc', mayor('03'), quita(AIRE, 'ResidenciaFiscalEmbarc')),
];

const TREN = 'Mercancias/TransporteFerroviario';
const ferroviario: readonly Caso[] = [
  caso(
    'CP-TransporteFerroviario-TipoDeServicio',
    mayor('04'),
    todos(quitaHijos(`${TREN}/Carro`, 'Contenedor'), pon(`${TREN}/Carro`, { TipoCarro: 'TC01' })),
  ),
  caso('CP-Carro-Contenedor', menor('04'), pon(`${TREN}/Carro`, { TipoCarro: 'TC05' })),
  caso('CP-Carro-Contenedor', mayor('04'), pon(`${TREN}/Carro`, { TipoCarro: 'TC01' })),
];

const figura = (i: number): string => `FiguraTransporte/TiposFigura[${i}]`;
const figuras: readonly Caso[] = [
  caso('CP-FiguraTransporte-TiposFigura', menor('01'), quitaHijos('', 'FiguraTransporte')),
  caso('CP-TiposFigura-NumLicencia', menor('01'), quita(figura(0), 'NumLicencia')),
  caso('CP-TiposFigura-NumLicencia', mayor('02'), pon(figura(3), { NumLicencia: 'LIC000002' })),
  caso('CP-TiposFigura-RFCFigura', menor('01'), quita(figura(0), 'RFCFigura')),
  caso(
    'CP-TiposFigura-NumRegIdTribFigura',
    mayor('01'),
    quita(figura(2), 'NumRegIdTribFigura', 'ResidenciaFiscalFigura'),
  ),
  caso('CP-TiposFigura-ResidenciaFiscalFigura', mayor('01'), quita(figura(2), 'ResidenciaFiscalFigura')),
  caso('CP-TiposFigura-PartesTransporte', mayor('01'), quitaHijos(figura(1), 'PartesTransporte')),
];

export const casosDeTransportes: readonly Caso[] = [
  ...autotransporte,
  ...maritimo,
  ...aereo,
  ...ferroviario,
  ...figuras,
];
