import type { Json } from '../../../support/app.js';
import { itself, waybill } from '../documents/types.js';

/** Carta Porte by every means of transport, in the fewest fields that a right one has. */

const [origin, destination] = waybill.Ubicaciones as [Json, Json];
const { Autotransporte: _lorry, ...goods } = waybill.Mercancias as Json;
const { TotalDistRec: _distance, FiguraTransporte: _driver, ...common } = waybill as Json;

export const byRoad: Json = waybill;

/** A station on the way has no address; the origin and the last one have. */
const station = (place: Json, NumEstacion: string, NombreEstacion: string, TipoEstacion: string): Json => {
  const { Domicilio, ...rest } = place;
  const stop = { ...rest, NumEstacion, NombreEstacion, TipoEstacion };
  return TipoEstacion === '02' ? stop : { ...stop, Domicilio };
};

export const byRail: Json = {
  ...common,
  TotalDistRec: 600,
  Ubicaciones: [
    station(origin, 'A0007', 'PANTACO', '01'),
    ...Array.from({ length: 4 }, () => station(destination, 'M523.5', 'MONTERREY', '02')),
    station(destination, 'M523.5', 'MONTERREY', '03'),
  ],
  Mercancias: {
    ...goods,
    PesoNetoTotal: 1.5,
    TransporteFerroviario: {
      ...{ TipoDeServicio: 'TS02', TipoDeTrafico: 'TT01' },
      Carro: [
        {
          ...{ TipoCarro: 'TC05', MatriculaCarro: 'FXE-123456', GuiaCarro: 'G-1', ToneladasNetasCarro: 1.5 },
          Contenedor: [{ TipoContenedor: 'TC02', PesoContenedorVacio: 2300, PesoNetoMercancia: 1500 }],
        },
      ],
    },
  },
};

const { DistanciaRecorrida: _km, ...arrival } = destination;

export const bySea: Json = {
  ...common,
  Ubicaciones: [
    { ...station(origin, 'PM046', 'Manzanillo', '01'), NavegacionTrafico: 'Cabotaje' },
    { ...station(arrival, 'PM100', 'Puerto de Veracruz', '03'), NavegacionTrafico: 'Cabotaje' },
  ],
  Mercancias: {
    ...goods,
    PesoNetoTotal: 10.5,
    Mercancia: [
      {
        ...goods['Mercancia'][0],
        DetalleMercancia: [{ UnidadPesoMerc: 'KGM', PesoBruto: 10.5, PesoNeto: 10.5, PesoTara: 0.001 }],
      },
    ],
    TransporteMaritimo: {
      ...{
        TipoEmbarcacion: 'B03',
        Matricula: '0301234567',
        NumeroOMI: 'IMO9074729',
        NacionalidadEmbarc: 'MEX',
      },
      ...{ UnidadesDeArqBruto: 15000.125, TipoCarga: 'GMN', NombreAgenteNaviero: 'Agencia Naviera' },
      NumAutorizacionNaviero: 'ANG030/2024',
    },
  },
};

/** Freight that is charged, and the issuer's own goods that are moved. */
export const charged = (data: Json, product_key = '78101802'): Json => ({
  customer: itself,
  items: [{ product: { description: 'Flete', price: 100, product_key, unit_key: 'E48' } }],
  payment_form: '03',
  complements: [{ type: 'carta_porte', data }],
});
export const moved = (data: Json): Json => ({
  type: 'T',
  customer: itself,
  items: [{ quantity: 10, product: { description: 'Ukelele', product_key: '60131324' } }],
  complements: [{ type: 'carta_porte', data }],
});
