import {
  code,
  column,
  key,
  text,
  type ColumnSpec,
  type Family,
  type TableSpec,
} from '../../large/columns.js';
import { SMALL_CATALOGUES } from '../registry.js';

/** How the small catalogues are recognised and read in the tax authority's workbooks and in tables, by their id. */

export const label = (tsv = 'texto') =>
  text('label', /^(descripcion.*|nombre(delestado|corto)?|texto|tipode(carro|contenedor))$/, tsv);
export const validity = [
  column('validFrom', /^(fecha)?(de)?inicio(de)?(la)?vigencia/, 'vigencia_desde', 'date'),
  column('validTo', /^(fecha)?(de)?fin(al)?(de)?(la)?vigencia/, 'vigencia_hasta', 'date'),
];

/** A key's heading: the catalogue's name, with or without its c_, or "Clave" and what it is of. */
const keyHeading = (name: string): RegExp =>
  new RegExp(`^(c?${name.replace(/^c_/, '').toLowerCase()}|clave\\w*|cve\\w*)$`);

/** Yes and no, as workbooks and tables write them. */
const YES = { Sí: '1', SI: '1', SÍ: '1', Si: '1', X: '1', No: '', NO: '', '0': '' };
export const flag = (name: string, heading: RegExp, tsv: string, required = true) =>
  code(name, heading, tsv, /^1?$/, { means: YES, required });
export const list = (name: string, heading: RegExp, tsv: string) => text(name, heading, tsv, true);

interface Shape {
  readonly tsv: string;
  readonly key: RegExp;
  /** To how many digits keys that a workbook has as numbers are filled up. */
  readonly digits?: number;
  readonly columns?: readonly ColumnSpec[];
  readonly keyColumn?: string;
  readonly labelColumn?: string;
  readonly sheet?: string;
  readonly keyHeading?: RegExp;
  readonly twoLines?: boolean;
}

export const table =
  (family: Family, prefix: string) =>
  (id: keyof typeof SMALL_CATALOGUES, shape: Shape): TableSpec => {
    const { name } = SMALL_CATALOGUES[id].catalogue;
    return {
      name,
      sheets: [shape.sheet ?? name.toLowerCase()],
      tsv: [`${prefix}_${shape.tsv}`],
      columns: [
        key('key', shape.keyHeading ?? keyHeading(name), shape.keyColumn ?? 'id', shape.key, shape.digits),
        label(shape.labelColumn),
        ...(shape.columns ?? []),
        ...validity,
      ],
      searched: false,
      family,
      ...(shape.twoLines && { twoLines: true }),
    };
  };

export const one = { key: /^\d$/ };
export const two = { key: /^\d{2}$/, digits: 2 };
export const three = { key: /^\d{3}$/, digits: 3 };
export const letters = (count: string) => ({ key: new RegExp(`^[A-Z]{${count}}$`) });
export const like = (prefix: string, digits: number) => ({ key: new RegExp(`^${prefix}\\d{${digits}}$`) });

export const persons = [
  flag('fisica', /^fisica$/, 'aplica_fisica'),
  flag('moral', /^moral$/, 'aplica_moral'),
];
export const states = {
  ...letters('2,3'),
  keyColumn: 'estado',
  columns: [code('pais', /^cpais$/, 'pais', /^[A-Z]{3}$/)],
};
export const withContenedor = { columns: [flag('contenedor', /^contenedor$/, 'contenedor')] };
