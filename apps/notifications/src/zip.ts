import { zipSync, strToU8 } from 'fflate';

/** A file of a ZIP: text is written as UTF-8. */
export interface ZipFile {
  name: string;
  content: string | Uint8Array;
}

/**
 * A ZIP of a few small files, such as an invoice's PDF and XML. The same files and date give the same bytes.
 * @param modified date of the entries (a ZIP knows local time without a zone, from 1980 on)
 */
export function zipFiles(files: readonly ZipFile[], modified: Date): Buffer {
  const entries = Object.fromEntries(
    files.map(({ name, content }) => [name, typeof content === 'string' ? strToU8(content) : content]),
  );
  return Buffer.from(zipSync(entries, { level: 6, mtime: modified }));
}
