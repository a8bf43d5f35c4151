import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Family } from '../columns.js';
import { specOf, TABLE_IDS, type TableId } from '../tables.js';
import { fold } from '../words.js';
import type { Sheet } from './cells.js';
import { LoadFailure } from './failure.js';
import { readTsv } from './tsv.js';
import { readWorkbook } from './workbook.js';

const MOST_BYTES = 300_000_000;
const KINDS = /\.(xlsx?|tsv(\.gz)?)$/i;

/** A catalogue as a file has it: one table, or the sheets that are its parts. */
export interface Source {
  readonly id: TableId;
  readonly file: string;
  readonly sheets: readonly Sheet[];
  readonly isTsv: boolean;
  /** See ManifestEntry. */
  readonly rank: number;
}

/** The files to look at: one, or those of a folder that may hold catalogues. */
export function filesOf(path: string): readonly string[] {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch {
    throw new LoadFailure(`${path} does not exist, or can not be read.`);
  }
  if (!isFolder && !KINDS.test(path)) throw new LoadFailure(`${path} is not .xls, .xlsx, .tsv or .tsv.gz.`);
  const files = isFolder
    ? readdirSync(path)
        .filter((name) => KINDS.test(name) && !name.startsWith('~$'))
        .sort()
        .map((name) => join(path, name))
    : [path];
  if (files.length === 0) throw new LoadFailure(`${path} holds no .xls, .xlsx, .tsv or .tsv.gz.`);
  return files;
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

function sourcesOfWorkbook(sheets: readonly Sheet[], file: string): readonly Source[] {
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

/** A tab-separated table's own name, and the catalogue that it is of. */
function tableOf(path: string): { tsvName?: string; id?: TableId } {
  const tsvName = /^(.*)\.tsv(\.gz)?$/i.exec(basename(path))?.[1];
  const id = TABLE_IDS.find((one) => tsvName !== undefined && specOf(one).tsv.includes(tsvName));
  return { ...(tsvName !== undefined && { tsvName }), ...(id !== undefined && { id }) };
}

/** Whether a file is worth reading: any workbook, and a table of a catalogue that can be loaded. */
export const mayHold = (path: string): boolean => {
  const { tsvName, id } = tableOf(path);
  return tsvName === undefined || id !== undefined;
};

/** The catalogues that a file which {@link mayHold} some does hold. */
export function sourcesOf(path: string): readonly Source[] {
  const file = basename(path);
  const { tsvName, id } = tableOf(path);
  if (statSync(path).size > MOST_BYTES) throw new LoadFailure(`${file} is larger than 300 MB.`);
  const bytes = readFileSync(path);
  if (id === undefined) return sourcesOfWorkbook(readWorkbook(bytes, file), file);
  const rank = specOf(id).tsv.indexOf(tsvName ?? '');
  return [{ id, file, sheets: [readTsv(bytes, file)], isTsv: true, rank }];
}
