import { builtInCatalogues, withNewerPlaces, type LargeCatalogues } from '#sat';
import { CatalogueFolderError, openCatalogueFolder } from '#sat/large/directory';
import type { Logger } from '#hosting/logging/logger';
import { StartupError } from '#hosting/postgres/startup-error';

export interface LoadedCatalogue {
  /** The tax authority's name, such as c_ClaveProdServ. */
  readonly name: string;
  readonly rows: number;
  readonly edition: string;
}

/** The tax authority's catalogues as this installation has them. The small ones are those of the whole process. */
export interface Catalogues {
  readonly large: LargeCatalogues;
  /** What was loaded from the folder; of everything else only what is built in is known. */
  readonly loaded: readonly LoadedCatalogue[];
}

/** Those of an installation that has loaded none. */
export const withoutCatalogues: Catalogues = { large: withNewerPlaces(builtInCatalogues), loaded: [] };

/**
 * Opens what `npm run catalogues -- load` left in a folder, all of it, so that a damaged file stops the start and not a
 * document. The process judges by its small catalogues from then on. A folder that is not there is an empty one. Throws StartupError for what can't be used.
 */
export function openCatalogues(folder: string, log: Logger): Catalogues {
  try {
    const { catalogues, loaded, preload, useSmall } = openCatalogueFolder(folder);
    preload();
    const older = useSmall();
    for (const { name, rows, edition } of loaded) log.info({ name, rows, edition }, 'a catalogue is loaded');
    for (const name of older) log.warn({ name }, 'the loaded edition is older than the built-in one');
    if (loaded.length === 0) log.info({ folder }, 'no catalogues are loaded: keys are checked by form');
    return { large: withNewerPlaces(catalogues), loaded };
  } catch (error) {
    throw error instanceof CatalogueFolderError ? new StartupError(error.message) : error;
  }
}
