import { readListManifest, type ListManifest } from './manifest.js';
import { openEfos, openLco, openLrfc, type OpenEfos, type OpenLco, type OpenLrfc } from './open.js';
import type { ListId, SatLists } from './port.js';

/** The lists of a folder, as they are loaded at the moment. */
export interface ListFolder extends SatLists {
  readonly loaded: readonly ListManifest[];
  /** Opens what was loaded since, in place of what is open; what can't be used is left as it is. Which lists are new. */
  refresh(): readonly ListManifest[];
  close(): void;
}

/** Opens the lists of a folder; one that is not there is an empty one. */
export function openListFolder(folder: string): ListFolder {
  let lrfc: OpenLrfc | undefined;
  let lco: OpenLco | undefined;
  let efos: OpenEfos | undefined;

  const newer = <L extends { readonly manifest: ListManifest; close(): void }>(
    id: ListId,
    now: L | undefined,
    open: (folder: string) => L | undefined,
  ): L | undefined => {
    if (readListManifest(folder, id)?.file === now?.manifest.file) return now;
    const found = open(folder);
    if (!found) return now;
    now?.close();
    return found;
  };

  const loaded = (): readonly ListManifest[] => [lrfc, lco, efos].flatMap((list) => list?.manifest ?? []);
  const refresh = (): readonly ListManifest[] => {
    const before = new Set(loaded().map(({ file }) => file));
    lrfc = newer('lrfc', lrfc, openLrfc);
    lco = newer('lco', lco, openLco);
    efos = newer('69b', efos, openEfos);
    return loaded().filter(({ file }) => !before.has(file));
  };

  refresh();
  return {
    get loaded() {
      return loaded();
    },
    refresh,
    isLoaded: (id) => loaded().some((list) => list.id === id),
    registered: async (rfc) => lrfc?.ask(rfc),
    obligations: async (rfc) => lco?.ask(rfc),
    efos: (rfc) => efos?.ask(rfc),
    close: () => {
      for (const list of [lrfc, lco, efos]) list?.close();
    },
  };
}
