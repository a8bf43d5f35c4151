import { parentPort, workerData } from 'node:worker_threads';
import { LoadFailure, LoadUnderWay } from '#sat/large/load/failure';
import { loadList } from '#sat/lists/load';
import type { ListManifest } from '#sat/lists/manifest';
import type { ListId } from '#sat';

/** A list that a thread is to load. */
export interface ListToLoad {
  readonly id: ListId;
  readonly from: readonly string[];
  readonly to: string;
  readonly now: Date;
}

export type LoadAnswer =
  | { readonly kind: 'loaded'; readonly manifest: ListManifest }
  | { readonly kind: 'failed'; readonly problem: string; readonly again: boolean };

async function load(list: ListToLoad): Promise<LoadAnswer> {
  try {
    return { kind: 'loaded', manifest: await loadList(list) };
  } catch (error) {
    if (!(error instanceof LoadFailure)) throw error;
    return { kind: 'failed', problem: error.message, again: error instanceof LoadUnderWay };
  }
}

parentPort?.postMessage(await load(workerData as ListToLoad));
