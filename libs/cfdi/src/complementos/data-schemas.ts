import { openSchema, type OpenSchema, type Spelling } from '../schemas/complement-data.js';
import type { ElementSchema } from '../schemas/schema.js';
import { cartaPorte31 } from '../schemas/standards/complementos/carta-porte-31.js';
import { comercioExterior20 } from '../schemas/standards/complementos/comercio-exterior-20.js';
import { leyendasFiscales } from '../schemas/standards/complementos/leyendas-fiscales.js';
import { nomina12 } from '../schemas/standards/complementos/nomina-12.js';
import { addressWords } from './words/addresses.js';
import { waybillWords } from './words/carta-porte.js';
import { foreignTradeWords } from './words/comercio-exterior.js';
import { legendWords } from './words/leyendas.js';
import { payrollWords } from './words/nomina.js';

/** `NumAñosServicio` as the API spells it: num_anos_servicio. */
const snake = (name: string): string =>
  // The API has the only value of this element in its place.
  (name === 'SubsidioAlEmpleo' ? 'SubsidioCausado' : name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

const TOTALS = `TotalPercepciones TotalDeducciones TotalOtrosPagos TotalSueldos TotalSeparacionIndemnizacion
  TotalJubilacionPensionRetiro TotalGravado TotalExento TotalOtrasDeducciones TotalImpuestosRetenidos`;

const payroll: Spelling = {
  ...{ name: snake, words: payrollWords, groupsAreLists: true, rounds: true },
  computed: new Set(TOTALS.split(/\s+/)),
  derived: new Set(['TipoNomina', 'FechaPago', 'Antigüedad', 'Concepto']),
  instead: {
    NumDiasPagados: {
      ...{ type: 'number', exclusiveMinimum: 0, maximum: 36_160 },
      description: 'Days that are paid, above 0: whole, or rounded to three decimals',
    },
    Sindicalizado: { type: 'boolean', description: 'Whether the worker belongs to a union' },
    SubsidioAlEmpleo: {
      ...{ type: 'number', minimum: 0 },
      description:
        'Subsidy for employment that the wages of the period cause: required with `tipo_otro_pago` 002. The SAT has a cap for each year',
    },
  },
};

const asItIs = { name: (standard: string) => standard, instead: {}, computed: new Set<string>() };
const waybill: Spelling = {
  ...{ ...asItIs, groupsAreLists: true, words: { ...addressWords, ...waybillWords } },
  derived: new Set(['NumTotalMercancias', 'TotalDistRec', 'PesoBrutoTotal', 'PesoNetoTotal']),
};
/** With the groups of the standard: `"Ubicaciones": { "Ubicacion": […] }`. */
const waybillInGroups: Spelling = { ...waybill, groupsAreLists: false };
const foreignTrade: Spelling = {
  ...{ ...asItIs, groupsAreLists: false, derived: new Set() },
  words: { ...addressWords, ...foreignTradeWords },
  instead: {
    TotalUSD: {
      ...{ type: 'number', minimum: 0 },
      description: 'Value of all goods in US dollars with two decimals: the sum of `ValorDolares`',
    },
    CertificadoOrigen: {
      ...{
        type: 'integer',
        enum: [0, 1],
        description: 'Whether the document serves as a certificate of origin',
      },
      'x-enum-descriptions': {
        0: 'No funge como certificado de origen / None',
        1: 'Funge como certificado de origen / There is one',
      },
    },
  },
};
const legends: Spelling = {
  ...{ ...asItIs, name: snake, words: legendWords },
  ...{ groupsAreLists: true, derived: new Set() },
};

/** A person of foreign trade may be a customer, who has what the standard asks for. */
function orCustomer(schema: OpenSchema): OpenSchema {
  if ('items' in schema) return { ...schema, items: orCustomer(schema['items'] as OpenSchema) };
  const { required: _, ...others } = schema;
  const id = { type: 'string', description: 'Id of a customer, in place of the other fields' };
  return { ...others, properties: { id, ...(schema['properties'] as OpenSchema) } };
}

function foreignTradeSchema(root: ElementSchema): OpenSchema {
  const schema = openSchema(root, foreignTrade);
  const properties = schema['properties'] as Readonly<Record<string, OpenSchema>>;
  const persons = ['Propietario', 'Receptor', 'Destinatario'].map((name) => [
    name,
    orCustomer(properties[name] ?? {}),
  ]);
  return { ...schema, properties: { ...properties, ...Object.fromEntries(persons) } };
}

/** What `data` of a complement is: the SAT's table, as the API spells it, without what is worked out. */
export const complementDataSchemas = (): Readonly<
  Record<
    'nomina' | 'carta_porte' | 'carta_porte_in_groups' | 'comercio_exterior' | 'leyendas_fiscales',
    OpenSchema
  >
> => ({
  nomina: openSchema(nomina12.root, payroll),
  carta_porte: openSchema(cartaPorte31.root, waybill),
  carta_porte_in_groups: openSchema(cartaPorte31.root, waybillInGroups),
  comercio_exterior: foreignTradeSchema(comercioExterior20.root),
  leyendas_fiscales: {
    type: 'object',
    properties: {
      leyendas: {
        ...{ type: 'array', minItems: 1, maxItems: 100, description: 'The legends' },
        items: openSchema((leyendasFiscales.root.children[0] as { element: ElementSchema }).element, legends),
      },
    },
    required: ['leyendas'],
  },
});
