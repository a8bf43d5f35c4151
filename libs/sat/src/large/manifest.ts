import { TABLE_IDS, type TableId } from './tables.js';

/** What a folder of catalogues says of one of them. */
export interface ManifestEntry {
  readonly id: TableId;
  /** The tax authority's name, such as c_ClaveProdServ. */
  readonly name: string;
  /** Named by its content, so that a new edition never overwrites the one in use. */
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** As the source says it, or from when its newest rows are in force. */
  readonly edition: string;
  /** The file it was loaded from, without its folder. */
  readonly source: string;
  /** 0 for the CFDI's own edition of a catalogue; more for one that another complement publishes again. */
  readonly rank: number;
}

export interface Manifest {
  readonly catalogues: readonly ManifestEntry[];
}

export const MANIFEST = 'manifest.json';
const FORMAT = 1;

/** A catalogue's file by its content. */
export const fileOf = (name: string, sha256: string): string => `${name}.${sha256.slice(0, 16)}.bin`;
/** Every name that the loader gives to files: what else is in the folder is not its own to remove. */
export const OWN_FILE = /^c_\w+\.[0-9a-f]{16}\.bin(\.part)?$|^manifest\.json\.part$/;

/** The same entries give the same text. */
export const manifestText = ({ catalogues }: Manifest): string =>
  `${JSON.stringify({ format: FORMAT, catalogues }, null, 2)}\n`;

const isEntry = (value: unknown): value is ManifestEntry => {
  const entry = value as Readonly<Record<keyof ManifestEntry, unknown>> | null;
  return (
    entry !== null &&
    typeof entry === 'object' &&
    TABLE_IDS.includes(entry.id as TableId) &&
    typeof entry.file === 'string' &&
    OWN_FILE.test(entry.file) &&
    typeof entry.sha256 === 'string' &&
    [entry.rows, entry.bytes, entry.rank].every(Number.isSafeInteger) &&
    [entry.name, entry.edition, entry.source].every((text) => typeof text === 'string')
  );
};

/** Reads a manifest; undefined for a text that is none. Catalogues that this version does not know are left out. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const { format, catalogues } = JSON.parse(text) as { format?: unknown; catalogues?: unknown };
    if (format !== FORMAT || !Array.isArray(catalogues)) return undefined;
    const known = catalogues.filter((value: unknown) =>
      TABLE_IDS.includes((value as ManifestEntry | null)?.id as TableId),
    );
    return known.every(isEntry) ? { catalogues: known } : undefined;
  } catch {
    return undefined;
  }
}
