import { catalogue, type Catalogue } from '../../catalogue.js';
import { rowsSince } from '../rows.js';

/** First day of Comercio Exterior 2.0; keys of its catalogues without a day of their own are valid since then. */
export const COMERCIO_EXTERIOR_START = '2024-01-18';
const comercioExterior = rowsSince(COMERCIO_EXTERIOR_START);

/** c_INCOTERM, edition of 2020. */
export const incoterms: Catalogue = catalogue(
  'c_INCOTERM',
  comercioExterior(`
    CFR COSTE Y FLETE (PUERTO DE DESTINO CONVENIDO);
    CIF COSTE, SEGURO Y FLETE (PUERTO DE DESTINO CONVENIDO);
    CPT TRANSPORTE PAGADO HASTA (EL LUGAR DE DESTINO CONVENIDO);
    CIP TRANSPORTE Y SEGURO PAGADOS HASTA (LUGAR DE DESTINO CONVENIDO);
    DAP ENTREGADA EN LUGAR;
    DDP ENTREGADA DERECHOS PAGADOS (LUGAR DE DESTINO CONVENIDO);
    DPU ENTREGADA Y DESCARGADA EN LUGAR ACORDADO;
    EXW EN FABRICA (LUGAR CONVENIDO);
    FCA FRANCO TRANSPORTISTA (LUGAR DESIGNADO);
    FAS FRANCO AL COSTADO DEL BUQUE (PUERTO DE CARGA CONVENIDO);
    FOB FRANCO A BORDO (PUERTO DE CARGA CONVENIDO);
  `),
);

/** c_MotivoTraslado: of documents of type T. */
export const motivosTraslado: Catalogue = catalogue(
  'c_MotivoTraslado',
  comercioExterior(`
    01 Envío de mercancias facturadas con anterioridad; 02 Reubicación de mercancías propias;
    03 Envío de mercancías objeto de contrato de consignación;
    04 Envío de mercancías para posterior enajenación; 05 Envío de mercancías propiedad de terceros;
    99 Otros;
  `),
);

/** "Envío de mercancías propiedad de terceros": the node Propietario goes with this motive and no other. */
export const TERCEROS_MOTIVO = '05';

/** c_TipoOperacion: exports only. Complement 2.0 writes it no more; documents of 1.1 have it. */
export const tiposOperacion: Catalogue = catalogue(
  'c_TipoOperacion',
  comercioExterior(`
    2 Exportación;
  `),
);

/** c_ClavePedimento. */
export const clavesPedimento: Catalogue = catalogue(
  'c_ClavePedimento',
  comercioExterior(`
    A1 IMPORTACION O EXPORTACION DEFINITIVA;
  `),
);

/** c_UnidadAduana: units of customs. The unit of a tariff code is that of its row. */
export const unidadesAduana: Catalogue = catalogue(
  'c_UnidadAduana',
  comercioExterior(`
    01 KILO; 02 GRAMO; 03 METRO LINEAL; 04 METRO CUADRADO; 05 METRO CUBICO; 06 PIEZA; 07 CABEZA;
    08 LITRO; 09 PAR; 10 KILOWATT; 11 MILLAR; 12 JUEGO; 13 KILOWATT/HORA; 14 TONELADA; 15 BARRIL;
    16 GRAMO NETO; 17 DECENAS; 18 CIENTOS; 19 DOCENAS; 20 CAJA; 21 BOTELLA; 22 CARAT; 99 SERVICIO;
  `),
);

/** "Servicio": the unit of goods without a physical measure. */
export const UNIDAD_SERVICIO = '99';
