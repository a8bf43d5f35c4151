import { dropEmpty, part, tableOf, type Part } from '../parts.js';
import { qrPath } from '../qr.js';
import { addressText } from './address.js';
import { tripFacts } from './carta-porte-trip.js';
import { asText, factsOf, type Element, type Reader } from './element.js';
import { allRows, genericPart } from './generic.js';
import { nameOf } from './names.js';

const TRANSPORTES: Readonly<Record<string, string>> = {
  Autotransporte: 'Autotransporte federal',
  TransporteMaritimo: 'Transporte marítimo',
  TransporteAereo: 'Transporte aéreo',
  TransporteFerroviario: 'Transporte ferroviario',
};

/**
 * Carta Porte 3.1 as its standard asks the printed representation to show it.
 * @param url the address of its own QR code; undefined while the document is not stamped
 */
export function cartaPortePart(carta: Element, reader: Reader, url: string | undefined): Part {
  const mercancias = carta.child('Mercancias');
  const regimenes = (carta.child('RegimenesAduaneros')?.inside ?? []).map((one) =>
    one.text('RegimenAduanero'),
  );
  return part({
    title: `Carta Porte ${carta.raw('Version') ?? ''}`.trim(),
    main: true,
    facts: [
      ...factsOf(carta, { IdCCP: 'Folio (IdCCP)' }),
      ...tripFacts(carta, reader),
      ...factsOf(carta, {
        TranspInternac: 'Transporte internacional',
        EntradaSalidaMerc: 'Entrada o salida',
        PaisOrigenDestino: 'País de origen o destino',
        ViaEntradaSalida: 'Vía de entrada o salida',
      }),
      ...(regimenes.length > 0 ? [{ label: 'Régimen aduanero', value: regimenes.join(', ') }] : []),
      ...factsOf(carta, {
        TotalDistRec: 'Distancia total (km)',
        RegistroISTMO: 'Registro del Istmo',
        UbicacionPoloOrigen: 'Polo de origen',
        UbicacionPoloDestino: 'Polo de destino',
      }),
    ],
    qr: url === undefined ? undefined : { code: qrPath(url), caption: 'Verificación de la Carta Porte' },
    parts: dropEmpty([
      locations(carta, reader),
      ...(mercancias?.inside ?? [])
        .filter(({ name }) => name in TRANSPORTES)
        .map((one) => genericPart(one, TRANSPORTES[one.name])),
      figures(carta, reader),
      mercancias && goods(mercancias),
    ]),
  });
}

const some = (texts: readonly (string | undefined)[]): string[] =>
  texts.filter((text): text is string => text !== undefined && text !== '');

/** "Label: value" of an attribute, or nothing. */
const labelValues = (one: Element, names: Readonly<Record<string, string>>): string[] =>
  asText(factsOf(one, names));

function locations(carta: Element, reader: Reader): Part {
  const rows = carta.child('Ubicaciones')?.children('Ubicacion') ?? [];
  return part({
    title: 'Ubicaciones',
    table: tableOf(rows, [
      {
        label: 'Ubicación',
        width: 25,
        strong: true,
        value: (u) => u.text('TipoUbicacion'),
        details: (u) => some([u.raw('IDUbicacion')]),
      },
      {
        label: 'Remitente o destinatario',
        width: 49,
        value: (u) => u.raw('NombreRemitenteDestinatario') ?? u.raw('RFCRemitenteDestinatario'),
        details: (u) => [
          ...some([u.raw('NombreRemitenteDestinatario') && u.raw('RFCRemitenteDestinatario')]),
          ...labelValues(u, {
            NumRegIdTrib: 'Núm. de registro tributario',
            ResidenciaFiscal: 'Residencia fiscal',
          }),
        ],
      },
      {
        label: 'Domicilio',
        value: (u) => addressText(u.child('Domicilio'), reader),
        details: (u) =>
          labelValues(u, {
            ...{ NumEstacion: 'Estación', NombreEstacion: 'Nombre de la estación' },
            ...{ TipoEstacion: 'Tipo de estación', NavegacionTrafico: 'Tráfico' },
          }),
      },
      { label: 'Salida o llegada', width: 31, value: (u) => u.text('FechaHoraSalidaLlegada') },
      { label: 'Distancia (km)', numeric: true, value: (u) => u.text('DistanciaRecorrida') },
    ]),
  });
}

/** The attributes with their own column in the table of goods; the others are shown below the description. */
const GOODS_COLUMNS = [
  ...['BienesTransp', 'Descripcion', 'Cantidad', 'ClaveUnidad', 'Unidad', 'PesoEnKg'],
  ...['ValorMercancia', 'Moneda'],
];

function goods(mercancias: Element): Part {
  return part({
    title: 'Mercancías',
    facts: factsOf(mercancias, {
      NumTotalMercancias: 'Total de mercancías',
      PesoBrutoTotal: 'Peso bruto total',
      PesoNetoTotal: 'Peso neto total',
      UnidadPeso: 'Unidad de peso',
      CargoPorTasacion: 'Cargo por tasación',
      LogisticaInversaRecoleccionDevolucion: 'Logística inversa, recolección o devolución',
    }),
    table: tableOf(mercancias.children('Mercancia'), [
      {
        label: 'Mercancía',
        value: (m) => m.raw('Descripcion'),
        details: (m) => [
          [...labelValues(m, { BienesTransp: 'Clave' }), ...asText(m.rows(...GOODS_COLUMNS))].join('; '),
          ...m.inside.map((one) =>
            [nameOf(one.name), asText(allRows(one)).join(', ')].filter(Boolean).join(': '),
          ),
        ],
      },
      { label: 'Cantidad', numeric: true, value: (m) => m.text('Cantidad') },
      {
        label: 'Unidad',
        width: 26,
        value: (m) => m.raw('Unidad') ?? m.text('ClaveUnidad'),
        details: (m) => some([m.raw('Unidad') && m.text('ClaveUnidad')]),
      },
      { label: 'Peso (kg)', numeric: true, value: (m) => m.text('PesoEnKg') },
      {
        label: 'Valor',
        numeric: true,
        value: (m) => m.text('ValorMercancia'),
        details: (m) => some([m.raw('Moneda')]),
      },
    ]),
  });
}

function figures(carta: Element, reader: Reader): Part {
  return part({
    title: 'Figuras del transporte',
    table: tableOf(carta.child('FiguraTransporte')?.inside ?? [], [
      {
        label: 'Figura',
        width: 34,
        strong: true,
        value: (f) => f.text('TipoFigura'),
        details: (f) => f.children('PartesTransporte').flatMap((one) => some([one.text('ParteTransporte')])),
      },
      {
        label: 'Nombre',
        width: 62,
        value: (f) => f.raw('NombreFigura'),
        details: (f) => [
          ...some([f.raw('RFCFigura')]),
          ...labelValues(f, {
            NumRegIdTribFigura: 'Núm. de registro tributario',
            ResidenciaFiscalFigura: 'Residencia fiscal',
          }),
        ],
      },
      { label: 'Licencia', width: 30, value: (f) => f.raw('NumLicencia') },
      { label: 'Domicilio', value: (f) => addressText(f.child('Domicilio'), reader) },
    ]),
  });
}
