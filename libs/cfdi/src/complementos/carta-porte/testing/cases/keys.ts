import { toCase, largestOf, lessThan, setAttributes, type Case } from './case.js';

/** Keys that have the form of their catalogue and are not in it, or not at the document's date. */

const BIEN = 'Mercancias/Mercancia';
const FIGURA = 'FiguraTransporte/TiposFigura[2]';
const TREN = 'Mercancias/TransporteFerroviario';
const MAR = 'Mercancias/TransporteMaritimo';
/** Element of the rule, where it is, attribute, key, means of transport. */
const table = `
  CartaPorte | | PaisOrigenDestino | ZZY | 01
  CartaPorte | | ViaEntradaSalida | 05 | 01
  CartaPorte | | UbicacionPoloOrigen | 99 | 01
  CartaPorte | | UbicacionPoloDestino | 99 | 01
  RegimenAduaneroCCP | RegimenesAduaneros/RegimenAduaneroCCP | RegimenAduanero | ZZZ | 01
  Ubicacion | Ubicaciones/Ubicacion | ResidenciaFiscal | ZZY | 01
  Ubicacion | Ubicaciones/Ubicacion[1] | TipoEstacion | 99 | 02
  Ubicacion-Domicilio | Ubicaciones/Ubicacion/Domicilio | Pais | ZZY | 01
  TiposFigura-Domicilio | FiguraTransporte/TiposFigura/Domicilio | Pais | ZZY | 01
  Mercancia | ${BIEN} | Embalaje | ZZZ | 01
  Mercancia | ${BIEN}[1] | SectorCOFEPRIS | 99 | 01
  Mercancia | ${BIEN}[1] | FormaFarmaceutica | 99 | 01
  Mercancia | ${BIEN}[1] | CondicionesEspTransp | 99 | 01
  Mercancia | ${BIEN} | Moneda | ZZZ | 01
  DocumentacionAduanera | ${BIEN}/DocumentacionAduanera[1] | TipoDocumento | 99 | 01
  IdentificacionVehicular | Mercancias/Autotransporte/IdentificacionVehicular | ConfigVehicular | ZZ | 01
  Remolque | Mercancias/Autotransporte/Remolques/Remolque | SubTipoRem | CTR999 | 01
  TransporteMaritimo | ${MAR} | TipoEmbarcacion | B99 | 02
  TransporteMaritimo | ${MAR} | NacionalidadEmbarc | ZZY | 02
  TransporteMaritimo | ${MAR} | TipoCarga | ZZZ | 02
  TransporteMaritimo | ${MAR} | NumAutorizacionNaviero | SCT418/068/2018 | 02
  TransporteMaritimo-Contenedor | ${MAR}/Contenedor | TipoContenedor | CM999 | 02
  RemolqueCCP | ${MAR}/Contenedor[1]/RemolquesCCP/RemolqueCCP | SubTipoRemCCP | CTR999 | 02
  TransporteAereo | Mercancias/TransporteAereo | CodigoTransportista | CA999 | 03
  TransporteAereo | Mercancias/TransporteAereo | ResidenciaFiscalEmbarc | ZZY | 03
  TransporteFerroviario | ${TREN} | TipoDeServicio | TS99 | 04
  TransporteFerroviario | ${TREN} | TipoDeTrafico | TT99 | 04
  DerechosDePaso | ${TREN}/DerechosDePaso | TipoDerechoDePaso | CDP999 | 04
  Carro | ${TREN}/Carro | TipoCarro | TC99 | 04
  Carro-Contenedor | ${TREN}/Carro/Contenedor | TipoContenedor | TC99 | 04
  TiposFigura | FiguraTransporte/TiposFigura[3] | TipoFigura | 99 | 02
  TiposFigura | ${FIGURA} | ResidenciaFiscalFigura | ZZY | 02
  PartesTransporte | ${FIGURA}/PartesTransporte[1] | ParteTransporte | PT99 | 02
`;

export const keyCases: readonly Case[] = [
  toCase(
    'CP-Mercancia-TipoMateria-Clave',
    lessThan('01', { internacional: 'Salida' }),
    setAttributes(BIEN, { TipoMateria: '99' }),
  ),
  ...table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map(([where = '', path = '', name = '', key = '', transporte]) =>
      toCase(
        `CP-${where}-${name}-Clave`,
        largestOf(transporte as '01' | '02' | '03' | '04'),
        setAttributes(path, { [name]: key }),
      ),
    ),
];
