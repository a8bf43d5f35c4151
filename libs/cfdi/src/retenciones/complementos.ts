import { standardsFor } from '../schemas/standards/index.js';
import type { Standard } from '../schemas/schema.js';

const byPrefix = new Map(standardsFor('retenciones').map((standard) => [standard.prefix, standard]));

/** The standard of each complement, by the name that the catalogue of keys gives it. */
export const standardsByName: Readonly<Record<string, Standard | undefined>> = Object.fromEntries(
  Object.entries({
    'Arrendamiento en fideicomiso': 'arrendamientoenfideicomiso',
    Dividendos: 'dividendos',
    'Enajenación de Acciones': 'enajenaciondeacciones',
    'Fideicomiso no Empresarial': 'fideicomisonoempresarial',
    Intereses: 'intereses',
    'Intereses Hipotecarios': 'intereseshipotecarios',
    'Operaciones con Derivados': 'operacionesconderivados',
    'Pagos a Extranjeros': 'pagosaextranjeros',
    'Planes de Retiro': 'planesderetiro11',
    Premios: 'premios',
    'Sector Financiero': 'sectorfinanciero',
    'Servicios mediante Plataformas Tecnológicas': 'plataformasTecnologicas',
  }).map(([name, prefix]) => [name, byPrefix.get(prefix)]),
);
