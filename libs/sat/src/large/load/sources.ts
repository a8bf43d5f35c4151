import type { Family } from '../columns.js';
import { specOf, TABLE_IDS, type TableId } from '../tables.js';
import { fold } from '../words.js';
import type { Sheet } from './cells.js';
import { LoadFailure } from './failure.js';

/** A catalogue as a file has it: one table, or the sheets that are its parts. */
export interface Source {
  readonly id: TableId;
  readonly file: string;
  readonly sheets: readonly Sheet[];
  readonly isTsv: boolean;
  /** See ManifestEntry. */
  readonly rank: number;
}

/** The name of a catalogue in that of a sheet, and which part of it the sheet is (0 for the whole). */
function partOf(sheet: string): { name: string; part: number } {
  const name = fold(sheet).trim().replace(/\s+/g, ' ');
  const split = /^(.*?)(?:_parte_| ?\(parte |_)(\d{1,2})\)?$/.exec(name);
  // The foreign trade complement's sheets may end with its version.
  const plain = (text: string): string => text.replace(/(_?cce)?_?20(_\d{8})?$/, '');
  return split?.[1] !== undefined && split[2] !== '20'
    ? { name: plain(split[1]), part: Number(split[2]) }
    : { name: plain(name), part: 0 };
}

/** Sheets that only one workbook of the tax authority has: by them we know which one it is. */
const OWN_SHEETS: readonly (readonly [Family, readonly string[]])[] = [
  ['cfdi', ['c_claveprodserv', 'c_formapago', 'c_regimenfiscal']],
  ['pagos', ['c_tipocadenapago']],
  ['nomina', ['c_tipopercepcion', 'c_tiponomina']],
  ['cartaPorte', ['c_claveprodservcp', 'c_cvetransporte', 'c_configautotransporte']],
  ['retenciones', ['c_cveretenc']],
  ['plataformas', ['c_tipodeserv', 'c_formapagoserv']],
  ['hidrocarburos', ['c_clavehyp', 'c_subproductohyp']],
  ['comercioExterior', ['c_incoterm', 'c_motivotraslado', 'c_unidadaduana', 'c_clavepedimento']],
];

/** Whose workbook the sheets of these names are. */
const familyOf = (names: readonly string[]): Family | undefined =>
  OWN_SHEETS.find(([, own]) => own.some((name) => names.includes(name)))?.[0];

/** The catalogues that the sheets of a workbook are. */
export function sourcesOfWorkbook(sheets: readonly Sheet[], file: string): readonly Source[] {
  const parts = sheets.map((sheet) => ({ sheet, ...partOf(sheet.name) }));
  const has = (id: TableId): boolean => parts.some(({ name }) => specOf(id).sheets.includes(name));
  const family = familyOf(parts.map(({ name }) => name));
  const rank = has('productos') ? 0 : has('productosCartaPorte') ? 1 : 2;
  return TABLE_IDS.flatMap((id): Source[] => {
    const { sheets: names, name, tsv, family: only } = specOf(id);
    if (only !== undefined && only !== family) return [];
    const own = parts.filter((part) => names.includes(part.name)).sort((a, b) => a.part - b.part);
    if (own.length === 0) return [];
    const isWhole = own.length === 1 && own[0]?.part === 0;
    if (!isWhole && own.some(({ part }, n) => part !== n + 1))
      throw new LoadFailure(`${file}: the sheets of ${name} are not its parts 1 to ${own.length}.`);
    const shared = tsv.length > 1;
    return [{ id, file, sheets: own.map(({ sheet }) => sheet), isTsv: false, rank: shared ? rank : 0 }];
  });
}

/** The catalogue of a table by the table's name, such as cfdi_40_productos_servicios. */
export const catalogueOf = (table: string): TableId | undefined =>
  TABLE_IDS.find((id) => specOf(id).tsv.includes(table));

/** The catalogue that a table is of, by its name; none where it is one that can't be loaded. */
export function sourcesOfTable(table: string, sheet: Sheet, file: string): readonly Source[] {
  const id = catalogueOf(table);
  return id ? [{ id, file, sheets: [sheet], isTsv: true, rank: specOf(id).tsv.indexOf(table) }] : [];
}

/** Those of a database: of catalogues that several standards publish, the table that goes before the others. */
export function sourcesOfTables(tables: ReadonlyMap<string, Sheet>, file: string): readonly Source[] {
  return TABLE_IDS.flatMap((id) => {
    const name = specOf(id).tsv.find((one) => tables.has(one));
    const sheet = name === undefined ? undefined : tables.get(name);
    return name !== undefined && sheet ? sourcesOfTable(name, sheet, file) : [];
  });
}
