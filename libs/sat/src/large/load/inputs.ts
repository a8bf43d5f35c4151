import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Sheet } from './cells.js';
import { readCsv } from './csv.js';
import { LoadFailure } from './failure.js';
import { catalogueOf, sourcesOfTable, sourcesOfTables, sourcesOfWorkbook, type Source } from './sources.js';
import { readSqlite } from './sqlite.js';
import { readTsv } from './tsv.js';
import { readWorkbook } from './workbook.js';
import { unzip } from './zip.js';

/** Something that holds catalogues: a file, or the CSV sheets of a folder together. */
export interface Input {
  readonly file: string;
  /** Reads it: LoadFailure where it can't be. */
  readonly read: () => readonly Source[];
}

interface File {
  readonly name: string;
  readonly bytes: () => Uint8Array;
  /** Where it lies, unless it is in an archive. */
  readonly path?: string;
}

const MOST_BYTES = 300_000_000;
const ALL = '.xls, .xlsx, .ods, .tsv, .csv (these also as .gz), .db, .sqlite or .zip';
const WORKBOOK = /\.(xlsx?|ods)$/i;
const TABLE = /^(.*)\.(tsv|csv)(\.gz)?$/i;
const DATABASE = /\.(db|sqlite3?)$/i;
const ARCHIVE = /\.zip$/i;
const PACKED = /\.(bz2|xz|7z|rar)$/i;

const isKnown = (name: string): boolean =>
  !/^(~\$|\.)/.test(name) && [WORKBOOK, TABLE, DATABASE, ARCHIVE].some((kind) => kind.test(name));

/** What to read of a file, or of all files of a folder that may hold catalogues. */
export function inputsOf(path: string): readonly Input[] {
  const files = filesOf(path).map((one): File => ({
    name: basename(one),
    path: one,
    bytes: () => {
      if (statSync(one).size > MOST_BYTES) throw new LoadFailure(`${basename(one)} is larger than 300 MB.`);
      return readFileSync(one);
    },
  }));
  return inputsOfFiles(files, basename(path));
}

function filesOf(path: string): readonly string[] {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch {
    throw new LoadFailure(`${path} does not exist, or can not be read.`);
  }
  if (!isFolder && PACKED.test(path))
    throw new LoadFailure(`${path} is packed: unpack it and load what is in it.`);
  if (!isFolder && !isKnown(basename(path))) throw new LoadFailure(`${path} is not ${ALL}.`);
  const files = isFolder
    ? readdirSync(path)
        .filter(isKnown)
        .sort()
        .map((name) => join(path, name))
    : [path];
  if (files.length === 0) throw new LoadFailure(`${path} holds no ${ALL}.`);
  return files;
}

/** CSV files that are sheets of a workbook are read together: only beside others is it known whose `c_Periodicidad` it is. */
function inputsOfFiles(files: readonly File[], place: string): readonly Input[] {
  const sheets = files.filter(({ name }) => /\.csv(\.gz)?$/i.test(name) && tableNameOf(name) === undefined);
  const others = files.filter((file) => !sheets.includes(file)).flatMap(inputsOfFile);
  if (sheets.length === 0) return others;
  const file = sheets.length === 1 ? (sheets[0]?.name ?? place) : place;
  const read = () => sourcesOfWorkbook(sheets.map(readCsvSheet), file);
  return [...others, { file, read }];
}

function inputsOfFile(file: File): readonly Input[] {
  const { name, bytes, path } = file;
  if (WORKBOOK.test(name))
    return [{ file: name, read: () => sourcesOfWorkbook(readWorkbook(bytes(), name), name) }];
  if (DATABASE.test(name)) return [{ file: name, read: () => sourcesOfTables(readDatabase(file), name) }];
  if (ARCHIVE.test(name)) {
    if (path === undefined) throw new LoadFailure(`${name} is an archive in an archive: unpack it first.`);
    return inputsOfFiles(
      unzip(bytes(), name)
        .map((one) => ({ name: one.name, bytes: () => one.bytes }))
        .filter((one) => isKnown(one.name)),
      name,
    );
  }
  const table = tableNameOf(name);
  // A table of another catalogue, as folders of them have many.
  if (table === undefined) return [];
  const readTable = /\.csv(\.gz)?$/i.test(name) ? readCsv : readTsv;
  return [{ file: name, read: () => sourcesOfTable(table, readTable(bytes(), name), name) }];
}

/** The name of a table that can be loaded, out of that of its file. */
function tableNameOf(name: string): string | undefined {
  const table = TABLE.exec(name)?.[1];
  return table !== undefined && catalogueOf(table) ? table : undefined;
}

function readDatabase({ name, path }: File): ReadonlyMap<string, Sheet> {
  if (path === undefined) throw new LoadFailure(`${name} is a database in an archive: unpack it first.`);
  return readSqlite(path, name, (table) => catalogueOf(table) !== undefined);
}

/** A sheet that was saved as CSV: `c_UsoCFDI.csv`, or `catCFDI - c_UsoCFDI.csv` as spreadsheets on the web call it. */
function readCsvSheet({ name, bytes }: File): Sheet {
  const sheet = readCsv(bytes(), name);
  return { ...sheet, name: sheet.name.replace(/^.* - /, '') };
}
