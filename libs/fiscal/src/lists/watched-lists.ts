import { isDeepStrictEqual } from 'node:util';
import { systemNow } from '#kernel';
import type { EfosAnswer, ListId, Obligations, RegisteredRfc, SatLists } from '#sat';
import { LoadUnderWay } from '#sat/large/load/failure';
import { openListFolder, type ListFolder } from '#sat/lists/folder';
import { sourceOf } from '#sat/lists/load';
import type { ListManifest, Source } from '#sat/lists/manifest';
import type { SatConfig } from '#hosting/config/sat';
import type { Logger } from '#hosting/logging/logger';
import type { Metrics } from '#hosting/metrics/metrics';
import { loadElsewhere } from './load-elsewhere.js';
import type { ListToLoad } from './load.worker.js';

/** How often files and folder are looked at. By their time and size: watching by events does not see mounted volumes. */
const EVERY_MS = 30_000;

/** Where it is told which lists are in use, and which can not be loaded. */
export type ListMetrics = Pick<Metrics, 'satListFailed' | 'satListLoaded'>;

export type LoadList = (list: ListToLoad) => Promise<ListManifest>;

/**
 * The lists of an installation: what is loaded in its folder, by this process or another, and the files that TIMBRA_SAT_LRFC, _LCO
 * and _69B name, which are loaded when they are new or have changed. The last list that was good stays in use meanwhile, and also
 * if the new one can't be loaded.
 */
export class WatchedLists implements SatLists {
  private readonly folder: ListFolder;
  private readonly named: readonly (readonly [ListId, readonly string[]])[];
  /** Files that could not be loaded, as they were then: they are tried again when they have changed. */
  private readonly failed = new Map<ListId, readonly Source[] | string>();
  private looking: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly settings: Pick<SatConfig, 'lrfc' | 'lco' | 'efos69b' | 'listsDir'>,
    private readonly log: Logger,
    private readonly metrics: ListMetrics,
    private readonly load: LoadList = loadElsewhere,
  ) {
    const { lrfc, lco, efos69b, listsDir } = settings;
    this.folder = openListFolder(listsDir);
    this.named = (
      [
        ['lrfc', lrfc],
        ['lco', lco],
        ['69b', efos69b],
      ] as const
    ).filter(([, paths]) => paths.length > 0);
    for (const list of this.folder.loaded) this.tell(list);
  }

  /** Looks now, without being waited for, and from then on. */
  start(): void {
    void this.look();
    this.timer = setInterval(() => void this.look(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.folder.close();
  }

  /** Loads what is new, one list after the other; never fails. Who calls it while it is at work waits for that. */
  look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  isLoaded(id: ListId): boolean {
    return this.folder.isLoaded(id);
  }

  registered(rfc: string): Promise<RegisteredRfc | null | undefined> {
    return this.folder.registered(rfc);
  }

  obligations(rfc: string): Promise<Obligations | null | undefined> {
    return this.folder.obligations(rfc);
  }

  efos(rfc: string): EfosAnswer | undefined {
    return this.folder.efos(rfc);
  }

  private async lookNow(): Promise<void> {
    this.refresh();
    for (const [id, paths] of this.named) {
      await this.renew(id, paths);
      this.refresh();
    }
  }

  private async renew(id: ListId, paths: readonly string[]): Promise<void> {
    let found: readonly Source[] | undefined;
    try {
      found = paths.map(sourceOf);
      const loaded = this.folder.loaded.find((list) => list.id === id);
      // Loaded here, by another process, or again after files that were no list.
      if (isDeepStrictEqual(found, loaded?.sources)) return this.mended(id);
      if (isDeepStrictEqual(found, this.failed.get(id))) return;
      this.log.info({ list: id, files: paths }, 'a list of the SAT is being loaded');
      await this.load({ id, from: paths, to: this.settings.listsDir, now: systemNow() });
      this.mended(id);
    } catch (error) {
      if (error instanceof LoadUnderWay) return;
      const problem = error instanceof Error ? error.message : String(error);
      const known = found ?? problem;
      if (isDeepStrictEqual(known, this.failed.get(id))) return;
      this.failed.set(id, known);
      this.metrics.satListFailed.set({ list: id }, 1);
      this.log.error({ list: id, problem }, 'a list of the SAT can not be loaded: the last one stays in use');
    }
  }

  private mended(id: ListId): void {
    this.failed.delete(id);
    this.metrics.satListFailed.set({ list: id }, 0);
  }

  private refresh(): void {
    for (const list of this.folder.refresh()) this.tell(list);
  }

  private tell({ id, rows, updatedOn, loadedAt }: ListManifest): void {
    this.metrics.satListLoaded.set({ list: id }, Date.parse(loadedAt) / 1_000);
    this.log.info({ list: id, rows, updatedOn, loadedAt }, 'a list of the SAT is in use');
  }
}
