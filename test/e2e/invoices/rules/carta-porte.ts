import type { Json } from '../../../support/app.js';
import { withValue, type RuleRow } from './rule.js';
import { byRail, byRoad, bySea, charged, moved } from './waybills.js';

/** Rules of Carta Porte 3.1, by their number. */

const DATA = 'complements.0.data';
const row = (rule: string, what: string, path: string, broken: Json, kept: Json): RuleRow => ({
  ...{ rule, what, path, broken, kept },
});
/** One waybill with another value than a right one has. */
const changed = (rule: string, what: string, data: Json, path: string, value: unknown, at = path): RuleRow =>
  row(rule, what, `${DATA}.${at}`, charged(withValue(data, path, value)), charged(data));

const lines = (body: Json, ...keys: readonly string[]): Json => ({
  ...body,
  items: keys.map((key) => withValue(body['items'][0], 'product.product_key', key)),
});
const beside = (body: Json, complement: Json): Json => ({
  ...body,
  complements: [...body['complements'], complement],
});
const legends = { type: 'leyendas_fiscales', data: { leyendas: [{ texto_leyenda: 'Una' }] } };
const donation = {
  type: 'custom',
  data: '<donat:Donatarias version="1.1" noAutorizacion="1" fechaAutorizacion="2020-01-01" leyenda="Donativo"/>',
};

/** Four destinations, whose distances still add up. */
const fourStops = {
  ...byRail,
  TotalDistRec: 480,
  Ubicaciones: (byRail['Ubicaciones'] as Json[]).filter((_, i) => i !== 2),
};
const onlyDestinations = {
  ...byRail,
  Ubicaciones: (byRail['Ubicaciones'] as Json[]).slice(1),
};
const twoMeans = withValue(byRail, 'Mercancias.Autotransporte', byRoad['Mercancias']['Autotransporte']);
const multimodal = {
  ...twoMeans,
  FiguraTransporte: byRoad['FiguraTransporte'],
};

const abroad: Json = {
  ...{ TranspInternac: 'Sí', EntradaSalidaMerc: 'Salida', PaisOrigenDestino: 'USA', ViaEntradaSalida: '01' },
  RegimenesAduaneros: [{ RegimenAduanero: 'EXD' }],
};
const leaving = (document: Json): Json =>
  withValue(
    withValue({ ...byRoad, ...abroad }, 'Mercancias.Mercancia.0.TipoMateria', '03'),
    'Mercancias.Mercancia.0.DocumentacionAduanera',
    [document],
  );
const parcels = withValue(byRoad, 'Mercancias.Mercancia.0.BienesTransp', '31181701');
const GUIDE = {
  ...{ NumeroGuiaIdentificacion: 'GUIA-0000000001', DescripGuiaIdentificacion: 'Caja' },
  PesoGuiaIdentificacion: 1,
};
const CAR = 'Mercancias.TransporteFerroviario.Carro.0';

export const cartaPorteRows: readonly RuleRow[] = [
  row(
    'CP109',
    'no line of an income is freight',
    'items.0.product.product_key',
    lines(charged(byRoad), '60131324', '81112100'),
    lines(charged(byRoad), '60131324', '78102205'),
  ),
  row(
    'CP110',
    'multimodal freight by one means of transport',
    'items.0.product.product_key',
    lines(charged(byRail), '78101904'),
    lines(charged(multimodal), '78101904'),
  ),
  row(
    'CP113',
    'a complement that cannot be beside it',
    'complements.1',
    beside(moved(byRoad), donation),
    beside(moved(byRoad), legends),
  ),
  row('CP128', 'no origin by rail', `${DATA}.Ubicaciones`, charged(onlyDestinations), charged(byRail)),
  row('CP129', 'four destinations by rail', `${DATA}.Ubicaciones`, charged(fourStops), charged(byRail)),
  changed(
    'CP142',
    'the address of a station on the way',
    byRail,
    'Ubicaciones.2.Domicilio',
    byRail['Ubicaciones'][0].Domicilio,
  ),
  changed('CP149', 'another gross weight than the kilograms', byRoad, 'Mercancias.PesoBrutoTotal', 10.501),
  changed('CP149', 'tonnes for the kilograms', byRail, 'Mercancias.PesoBrutoTotal', 0.011),
  changed(
    'CP150',
    'another gross weight by sea than its details',
    bySea,
    'Mercancias.PesoBrutoTotal',
    10.499,
  ),
  changed('CP151', 'another net weight by sea than its details', bySea, 'Mercancias.PesoNetoTotal', 10.499),
  changed('CP152', 'another net weight by rail than its cars', byRail, 'Mercancias.PesoNetoTotal', 1500),
  changed(
    'CP153',
    'reverse logistics by sea',
    bySea,
    'Mercancias.LogisticaInversaRecoleccionDevolucion',
    'Sí',
  ),
  row(
    'CP173',
    'a pedimento on exit',
    `${DATA}.Mercancias.Mercancia.0.DocumentacionAduanera.0.TipoDocumento`,
    moved(leaving({ TipoDocumento: '01', NumPedimento: '25  16  1029  5000123' })),
    moved(leaving({ TipoDocumento: '12', IdentDocAduanero: 'Cuaderno ATA 1' })),
  ),
  row(
    'CP177',
    'parcels without their waybills',
    `${DATA}.Mercancias.Mercancia.0.GuiasIdentificacion`,
    moved(parcels),
    moved(withValue(parcels, 'Mercancias.Mercancia.0.GuiasIdentificacion', [GUIDE])),
  ),
  changed(
    'CP181',
    'details of goods by road',
    byRoad,
    'Mercancias.Mercancia.0.DetalleMercancia',
    bySea['Mercancias']['Mercancia'][0].DetalleMercancia,
  ),
  row(
    'CP191',
    'other tonnes than its containers have kilograms',
    `${DATA}.${CAR}.ToneladasNetasCarro`,
    charged(withValue(byRail, `${CAR}.Contenedor.0.PesoNetoMercancia`, 1501)),
    charged(withValue(byRail, `${CAR}.Contenedor.0.PesoNetoMercancia`, 1500.999)),
  ),
  row(
    'CP192',
    'containers of a service that is not intermodal',
    `${DATA}.${CAR}.Contenedor`,
    charged(withValue(byRail, 'Mercancias.TransporteFerroviario.TipoDeServicio', 'TS03')),
    charged(withValue(byRail, 'Mercancias.TransporteFerroviario.TipoDeServicio', 'TS04')),
  ),
];

/** What no rule forbids and was refused once: by title. */
export const rightWaybills: Readonly<Record<string, Json>> = {
  'goods in bulk by sea, without a tare': charged(bySea),
  'an arrival that is earlier than its departure': charged(
    withValue(byRoad, 'Ubicaciones.1.FechaHoraSalidaLlegada', '2026-11-22T07:00:00'),
  ),
  'fuel that is sold and delivered, with its permit': {
    ...charged(byRoad),
    items: [
      ...charged(byRoad)['items'],
      {
        quantity: 100,
        product: {
          description: 'Diésel',
          product_key: '15101505',
          unit_key: 'LTR',
          unit_name: 'Litro',
          price: 24,
        },
        complement: { tipo_permiso: 'PER10', numero_permiso: '#AB12cd34EF56gh', sub_producto_hyp: 'SP18' },
      },
    ],
  },
  'by rail, with weights that are worked out': charged(
    withValue(
      withValue(byRail, 'Mercancias.PesoNetoTotal', undefined),
      'Mercancias.PesoBrutoTotal',
      undefined,
    ),
  ),
};
