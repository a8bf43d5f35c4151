/** A column of a large catalogue: its place in a workbook and in a table, and the values that it may have. */
export interface ColumnSpec {
  readonly name: string;
  /** The workbook's heading, in small letters without accents or anything but letters and digits. */
  readonly heading: RegExp;
  /** The name in tab-separated tables. */
  readonly tsv: string;
  readonly kind: 'key' | 'text' | 'code' | 'date';
  /** Keys and codes: what every value must look like. An empty code is well formed. */
  readonly pattern?: RegExp;
  /** To how many digits a number of a workbook's cell is filled up with zeros in front. */
  readonly digits?: number;
  /** Values that mean others. */
  readonly means?: Readonly<Record<string, string>>;
  /** Rows without this are an error, and so is a source without the column. */
  readonly required: boolean;
}

/** A large catalogue of the tax authority: how it is recognised, read and kept. */
export interface TableSpec {
  /** The tax authority's name; for catalogues that several complements share, the CFDI's. */
  readonly name: string;
  /** Names of its sheets, in small letters and without the number of a part. */
  readonly sheets: readonly string[];
  /** Names of tab-separated tables, the best source first: tables that are shared come in several editions. */
  readonly tsv: readonly string[];
  readonly columns: readonly ColumnSpec[];
  /** Whether its labels are searched by words. */
  readonly searched: boolean;
  /** Keys that the source lists and that stand for no entry. */
  readonly except?: readonly string[];
  /** Of catalogues whose sheets share a name: the workbook that the sheet must be in. */
  readonly family?: Family;
  /** Whether its sheet's heading may have a second line, below a heading of several columns. */
  readonly twoLines?: boolean;
}

/** The workbooks that the tax authority publishes, each for a standard. */
export type Family =
  | 'cfdi'
  | 'pagos'
  | 'nomina'
  | 'cartaPorte'
  | 'comercioExterior'
  | 'hidrocarburos'
  | 'retenciones'
  | 'plataformas';

type Rest = Partial<Pick<ColumnSpec, 'pattern' | 'digits' | 'means' | 'required'>>;
export const column = (
  name: string,
  heading: RegExp,
  tsv: string,
  kind: ColumnSpec['kind'],
  rest: Rest = {},
) => ({
  name,
  heading,
  tsv,
  kind,
  required: kind === 'key',
  ...rest,
});
export const key = (name: string, heading: RegExp, tsv: string, pattern: RegExp, digits?: number) =>
  column(name, heading, tsv, 'key', { pattern, ...(digits !== undefined && { digits }) });
export const code = (name: string, heading: RegExp, tsv: string, pattern: RegExp, rest: Rest = {}) =>
  column(name, heading, tsv, 'code', { pattern, required: true, ...rest });
export const text = (name: string, heading: RegExp, tsv: string, required = false) =>
  column(name, heading, tsv, 'text', { required });

export const label = text('label', /^(descripcion|nombre|nombredelasentamiento)$/, 'texto', true);
export const validity = [
  column('validFrom', /^(fecha)?(de)?inicio(de)?vigencia/, 'vigencia_desde', 'date', { required: true }),
  column('validTo', /^(fecha)?(de)?fin(al)?(de)?vigencia/, 'vigencia_hasta', 'date'),
];
