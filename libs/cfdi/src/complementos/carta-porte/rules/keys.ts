import * as sat from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { cpRule, type CpRule } from './common.js';

/** Catalogues of the attributes of an element; "Padre>Nombre" where elements of one name have several. */
const CATALOGUES: Readonly<Record<string, Readonly<Record<string, sat.Catalogue>>>> = {
  CartaPorte: {
    PaisOrigenDestino: sat.paises,
    ViaEntradaSalida: sat.transportes,
    UbicacionPoloOrigen: sat.registrosIstmo,
    UbicacionPoloDestino: sat.registrosIstmo,
  },
  RegimenAduaneroCCP: { RegimenAduanero: sat.regimenesAduaneros },
  Ubicacion: { ResidenciaFiscal: sat.paises, TipoEstacion: sat.tiposEstacion },
  'Ubicacion>Domicilio': { Pais: sat.paises },
  'TiposFigura>Domicilio': { Pais: sat.paises },
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

const rulesOf = (where: string): readonly CpRule<XmlNode>[] =>
  Object.entries(CATALOGUES[where] ?? {}).map(([name, catalogue]) =>
    cpRule(
      `CP-${where.replace('>', '-')}-${name}-Clave`,
      `${name} no está en ${catalogue.name}, o no está vigente en la fecha del comprobante.`,
      `${name} is not in ${catalogue.name}, or not in force at the document's date.`,
      (one, { view }) => {
        const key = one.attributes[name];
        return key !== undefined && !catalogue.has(key, view.day) && placeOf(one, name);
      },
    ),
  );

/** Whether keys are in their catalogues, by element. */
export const keyRules: ReadonlyMap<string, readonly CpRule<XmlNode>[]> = new Map(
  Object.keys(CATALOGUES).map((where) => [where, rulesOf(where)]),
);
