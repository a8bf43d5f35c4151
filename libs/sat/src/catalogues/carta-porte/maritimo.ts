import { catalogue, type Catalogue } from '../../catalogue.js';
import { cartaPorte } from './validity.js';

/** c_ConfigMaritima: kinds of ship. */
export const configuracionesMaritimas: Catalogue = catalogue(
  'c_ConfigMaritima',
  cartaPorte(`
    B01 Abastecedor; B02 Barcaza; B03 Granelero; B04 Porta Contenedor; B05 Draga; B06 Pesquero;
    B07 Carga General; B08 Quimiqueros; B09 Transbordadores; B10 Carga RoRo; B11 Investigación;
    B12 Tanquero; B13 Gasero; B14 Remolcador; B15 Extraordinaria especialización;
  `),
);

/** c_ClaveTipoCarga: cargo of a ship. */
export const tiposCarga: Catalogue = catalogue(
  'c_ClaveTipoCarga',
  cartaPorte(`
    CGS Carga General Suelta; CGC Carga General Contenerizada; GMN Gran Mineral; GAG Granel Agrícola;
    OFL Otros Fluidos; PYD Petróleo y Derivados;
  `),
);

/** c_ContenedorMaritimo. */
export const contenedoresMaritimos: Catalogue = catalogue(
  'c_ContenedorMaritimo',
  cartaPorte(`
    CM001 Contenedores refrigerados de 20FT; CM002 Contenedores refrigerados de 40FT;
    CM003 Contenedores estándar de 8FT; CM004 Contenedores estándar de 10FT;
    CM005 Contenedores estándar de 20FT; CM006 Contenedores estándar de 40FT;
    CM007 Contenedores Open Side; CM008 Contenedor Isotanque; CM009 Contenedor flat racks;
    CM010 Buque tanque; CM011 Ferri; CM012 Ferri – Turístico y vacíos;
  `),
);
