import * as sat from '#sat';
import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { reglaCp, type ReglaCp } from './comun.js';

/** Catalogues of the attributes of an element; "Padre>Nombre" where elements of one name have several. */
const CATALOGOS: Readonly<Record<string, Readonly<Record<string, sat.Catalogue>>>> = {
  CartaPorte: {
    PaisOrigenDestino: sat.paises,
    ViaEntradaSalida: sat.transportes,
    UbicacionPoloOrigen: sat.registrosIstmo,
    UbicacionPoloDestino: sat.registrosIstmo,
  },
  RegimenAduaneroCCP: { RegimenAduanero: sat.regimenesAduaneros },
  Ubicacion: { ResidenciaFiscal: sat.paises, TipoEstacion: sat.tiposEstacion },
  Domicilio: { Pais: sat.paises },
  Mercancia: {
    Embalaje: sat.tiposEmbalaje,
    SectorCOFEPRIS: sat.sectoresCofepris,
    FormaFarmaceutica: sat.formasFarmaceuticas,
    CondicionesEspTransp: sat.condicionesEspeciales,
    Moneda: sat.monedas,
    TipoMateria: sat.tiposMateria,
  },
  DocumentacionAduanera: { TipoDocumento: sat.documentosAduaneros },
  IdentificacionVehicular: { ConfigVehicular: sat.configuracionesAutotransporte },
  Remolque: { SubTipoRem: sat.tiposRemolque },
  TransporteMaritimo: {
    TipoEmbarcacion: sat.configuracionesMaritimas,
    NacionalidadEmbarc: sat.paises,
    TipoCarga: sat.tiposCarga,
    NumAutorizacionNaviero: sat.autorizacionesNaviero,
  },
  'TransporteMaritimo>Contenedor': { TipoContenedor: sat.contenedoresMaritimos },
  RemolqueCCP: { SubTipoRemCCP: sat.tiposRemolque },
  TransporteAereo: {
    CodigoTransportista: sat.codigosTransporteAereo,
    ResidenciaFiscalEmbarc: sat.paises,
  },
  TransporteFerroviario: { TipoDeServicio: sat.tiposServicio, TipoDeTrafico: sat.tiposTrafico },
  DerechosDePaso: { TipoDerechoDePaso: sat.derechosDePaso },
  Carro: { TipoCarro: sat.tiposCarro },
  'Carro>Contenedor': { TipoContenedor: sat.contenedores },
  TiposFigura: { TipoFigura: sat.tiposFigura, ResidenciaFiscalFigura: sat.paises },
  PartesTransporte: { ParteTransporte: sat.partesTransporte },
};

const reglasDe = (donde: string): readonly ReglaCp<Nodo>[] =>
  Object.entries(CATALOGOS[donde] ?? {}).map(([nombre, catalogo]) =>
    reglaCp(
      `CP-${donde.replace('>', '-')}-${nombre}-Clave`,
      `${nombre} está en ${catalogo.name}, vigente en la fecha del comprobante.`,
      `${nombre} is in ${catalogo.name}, in force at the document's date.`,
      (uno, { vista }) => {
        const clave = uno.atributos[nombre];
        return clave !== undefined && !catalogo.has(clave, vista.dia) && lugar(uno, nombre);
      },
    ),
  );

/** Whether keys are in their catalogues, by element. */
export const reglasClaves: ReadonlyMap<string, readonly ReglaCp<Nodo>[]> = new Map(
  Object.keys(CATALOGOS).map((donde) => [donde, reglasDe(donde)]),
);
