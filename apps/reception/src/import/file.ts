import { Turns } from '#kernel';
import type { DocumentOutcome, FileImported } from '#contracts';
import type { ZipSource } from '#pac';
import type { FileToImport, Import } from './import.js';
import { refused, type Importer } from './importer.js';
import { LOT, LOT_BYTES, LOTS_AT_ONCE, MOST_XML_BYTES } from './limits.js';
import { filesOf, isZip, showable } from './zip.js';

/**
 * Imports an XML, or what is in a ZIP: in lots, some at a time, so that a ZIP of any size takes the same memory beside its own.
 * @throws {BadZip} where the file is a ZIP that is not taken; what came before its fault is imported
 */
export async function importFile(
  importer: Pick<Importer, 'importLot'>,
  own: Import,
  { name, source }: { readonly name: string; readonly source: ZipSource },
): Promise<FileImported> {
  if (isZip(await source.read(0, 4)))
    return {
      zip: true,
      outcomes: await importZip(importer, { ...own, alone: false }, source),
      suppliers: own.newSuppliers,
    };
  const shown = showable(name);
  if (source.size > MOST_XML_BYTES)
    return { zip: false, outcomes: [refused(shown, 'invoice_import_too_large')], suppliers: [] };
  const bytes = await source.read(0, source.size);
  return {
    zip: false,
    outcomes: await importer.importLot(own, 0, [{ name: shown, bytes }]),
    suppliers: own.newSuppliers,
  };
}

async function importZip(
  importer: Pick<Importer, 'importLot'>,
  own: Import,
  zip: ZipSource,
): Promise<readonly DocumentOutcome[]> {
  const outcomes: DocumentOutcome[] = [];
  const turns = new Turns(LOTS_AT_ONCE);
  const underWay = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  let lots = 0;
  let next = 0;
  let lot: { readonly index: number; readonly file: FileToImport }[] = [];
  let size = 0;

  const send = async (): Promise<void> => {
    const taken = lot;
    const number = lots++;
    lot = [];
    size = 0;
    if (taken.length === 0) return;
    const work = turns
      .take(async () => {
        const found = await importer.importLot(
          own,
          number,
          taken.map(({ file }) => file),
        );
        taken.forEach(({ index }, n) => (outcomes[index] = found[n] as DocumentOutcome));
      })
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => underWay.delete(work));
    underWay.add(work);
    // What is unpacked waits in memory: no more of it than is worked on.
    if (underWay.size >= LOTS_AT_ONCE) await Promise.race(underWay);
  };

  try {
    for await (const file of filesOf(zip)) {
      if (failure) break;
      const index = next++;
      if ('code' in file) {
        outcomes[index] = refused(file.name, file.code);
        continue;
      }
      lot.push({ index, file });
      size += file.zipped.size;
      if (lot.length >= LOT || size >= LOT_BYTES) await send();
    }
    await send();
  } finally {
    await Promise.all(underWay);
  }
  if (failure) throw failure.error;
  return withIdsOfFirsts(outcomes);
}

/** Of two files with one UUID the second is the invoice of the first: an import of this ZIP, or one that was here, under an id of its own. */
function withIdsOfFirsts(outcomes: readonly DocumentOutcome[]): readonly DocumentOutcome[] {
  const ids = new Map(outcomes.flatMap(({ uuid, id }) => (uuid !== null && id !== null ? [[uuid, id]] : [])));
  return outcomes.map((one) =>
    one.status === 'duplicate' && one.id === null ? { ...one, id: ids.get(one.uuid ?? '') ?? null } : one,
  );
}
