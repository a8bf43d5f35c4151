import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadList, type LoadOptions } from './load.js';
import type { ListManifest } from './manifest.js';

/** A new folder for specs: files are written into it, and lists are loaded from it. */
export interface ListBench {
  readonly folder: string;
  /** Writes a file, text in ISO-8859-1; packed where its name ends in .gz. Its path. */
  file(name: string, content: string | Uint8Array): string;
  load(id: LoadOptions['id'], from: readonly string[], more?: Partial<LoadOptions>): Promise<ListManifest>;
  remove(): void;
}

export function listBench(): ListBench {
  const root = mkdtempSync(join(tmpdir(), 'timbra-lists-'));
  const folder = join(root, 'lists');
  return {
    folder,
    file: (name, content) => {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
      const path = join(root, name);
      writeFileSync(path, name.endsWith('.gz') ? gzipSync(bytes) : bytes);
      return path;
    },
    load: (id, from, more = {}) =>
      loadList({ id, from, to: folder, now: new Date('2026-11-27T12:00:00Z'), ...more }),
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** L_RFC with rows of RFC and flags. */
export const lrfcText = (...rows: readonly string[]): string =>
  ['RFC|SNCF|SUBCONTRATACION', ...rows].map((row) => `${row}\r\n`).join('');

/** LCO with taxpayers and the attributes of their certificates. */
export const lcoText = (of: Readonly<Record<string, readonly string[]>>): string => {
  const taxpayers = Object.entries(of).map(
    ([rfc, certificates]) =>
      `<lco:Contribuyente RFC="${rfc.replace('&', '&amp;')}">${certificates
        .map((attributes) => `<lco:Certificado ${attributes}/>`)
        .join('')}</lco:Contribuyente>`,
  );
  return `<?xml version="1.0" encoding="ISO-8859-1"?>\n<lco:LCO xmlns:lco="http:/www.sat.gob.mx/cfd/LCO" fecha="2026-11-26T12:00:00">${taxpayers.join('\n')}</lco:LCO>`;
};

/** A certificate of LCO. */
export const certificate = (
  validez: number | string,
  { estatus = 'A', desde = '2025-01-01T00:00:00', numero = '00001000000500000001' } = {},
): string =>
  `ValidezObligaciones="${validez}" EstatusCertificado="${estatus}" noCertificado="${numero}" FechaInicio="${desde}" FechaFinal="2029-01-01T00:00:00"`;

const HEADER = [
  ...['No', 'RFC', 'Nombre del Contribuyente', 'Situación del contribuyente'],
  ...['Número y fecha de oficio global de presunción SAT', 'Publicación página SAT presuntos'],
  ...['Número y fecha de oficio global de presunción DOF', 'Publicación DOF presuntos'],
  ...[
    'Número y fecha de oficio global de contribuyentes que desvirtuaron SAT',
    'Publicación página SAT desvirtuados',
  ],
  ...[
    'Número y fecha de oficio global de contribuyentes que desvirtuaron DOF',
    'Publicación DOF desvirtuados',
  ],
  ...['Número y fecha de oficio global de definitivos SAT', 'Publicación página SAT definitivos'],
  ...['Número y fecha de oficio global de definitivos DOF', 'Publicación DOF definitivos'],
  ...[
    'Número y fecha de oficio global de sentencia favorable SAT',
    'Publicación página SAT sentencia favorable',
  ],
  ...['Número y fecha de oficio global de sentencia favorable DOF', 'Publicación DOF sentencia favorable'],
];

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/** The list of article 69-B: rows of RFC, name, situation, and what follows. */
export const efosText = (
  rows: readonly (readonly string[])[],
  note = 'Información actualizada al 31 de julio de 2026',
): string =>
  [
    [`${note}, sin perjuicio de lo que resuelvan los tribunales`],
    ['Listado completo de contribuyentes (Artículo 69-B del Código Fiscal de la Federación)'],
    HEADER,
    ...rows.map((row, index) => [String(index + 1), ...row, ...Array<string>(19 - row.length).fill('')]),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
