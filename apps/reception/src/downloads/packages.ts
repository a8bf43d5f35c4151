import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Turns, type SystemNow } from '#kernel';
import type { Command, DocumentOutcome, DownloadProblem, StoredPieces } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS, SYSTEM_NOW } from '#hosting';
import { partsOf, TooLargePackage, UnreadablePackage, type ZipSource } from '#pac';
import { Asking, Refusal } from './asking.js';
import { MAX_PROBLEMS, type KnownDownload } from './download.js';
import { MetadataPackages } from './metadata.js';
import { removeStored, storedZip } from './stored-zip.js';
import type { Taken } from './taken.js';

/** A package that was fetched: its name, how it is known in the content store, and where its pieces are. */
export interface Fetched {
  readonly name: string;
  readonly store: string;
  readonly stored: StoredPieces;
  /** Whether the download is still under way: where not, the rest of the package is left. */
  readonly goesOn: () => Promise<boolean>;
}

export type Outcome =
  | ({ readonly kind: 'taken' } & Taken)
  | { readonly kind: 'unreadable' | 'too_large'; readonly reason: string };

/** Codes with which an import refuses a file as a whole, which is no fault of the moment. */
const PASSING = new Set(['service_unavailable', 'rate_limit_exceeded', 'conflict']);

/** Packages that are read at one time, each with some pieces of it in memory; the others wait. */
const AT_ONCE = 2;
/** A part of a package is imported at once; where nobody came to remove it, it goes by itself. */
const PART_KEPT_MS = 3_600_000;

/**
 * Takes packages that lie in the content store: XML is imported as an upload is, some hundred documents at a time, metadata compared with
 * what is here.
 */
@Injectable()
export class Packages {
  private readonly turns = new Turns(AT_ONCE);

  constructor(
    private readonly asking: Asking,
    private readonly metadata: MetadataPackages,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
  ) {}

  /** What is taken again changes nothing: documents that are here are duplicates, and rows of metadata are there already. */
  async take(command: Command, download: KnownDownload, fetched: Fetched): Promise<Outcome> {
    return this.turns.take(async () => {
      const { tenant } = command;
      const { store, stored, name } = fetched;
      const zip = storedZip(this.contents, tenant, stored);
      try {
        const taken =
          download.asked.format === 'xml'
            ? await this.import(command, zip, fetched)
            : await this.metadata.take(command, zip, name);
        await removeStored(this.contents, tenant, store, stored);
        return { kind: 'taken', ...taken };
      } catch (error) {
        const isWrong =
          error instanceof UnreadablePackage || (error instanceof Refusal && !PASSING.has(error.code));
        if (!isWrong) throw error;
        // It is fetched anew, if at all.
        await removeStored(this.contents, tenant, store, stored);
        const isTooLarge =
          error instanceof TooLargePackage ||
          (error instanceof Refusal && error.code === 'invoice_import_too_large');
        return { kind: isTooLarge ? 'too_large' : 'unreadable', reason: error.message };
      }
    });
  }

  private async import(command: Command, zip: ZipSource, { store, name, goesOn }: Fetched): Promise<Taken> {
    const counts = { imported: 0, duplicates: 0, refused: 0 };
    const problems: DownloadProblem[] = [];
    let number = 0;
    for await (const part of partsOf(zip)) {
      if (number > 0 && !(await goesOn())) break;
      for (const { status, file, uuid, code } of await this.importPart(
        command,
        part,
        store,
        `${name} ${(number += 1)}`,
      )) {
        counts[COUNTED[status]] += 1;
        if (status === 'refused' && problems.length < MAX_PROBLEMS)
          problems.push({ file, uuid, code: code ?? 'invalid_request' });
      }
    }
    return { counts, problems, ask: [] };
  }

  private async importPart(
    command: Command,
    part: Buffer,
    store: string,
    about: string,
  ): Promise<readonly DocumentOutcome[]> {
    const { tenant } = command;
    const upload = `${store}/${randomUUID()}`;
    const expiresAt = new Date(this.now().getTime() + PART_KEPT_MS);
    await this.contents.put(tenant, upload, part, { expiresAt });
    try {
      const data = { upload, name: `${about}.zip`, source: 'download' } as const;
      return (await this.asking.ask(command, 'reception.import', about, data)).outcomes;
    } finally {
      await this.contents.remove(tenant, [upload]).catch(() => undefined);
    }
  }
}

const COUNTED = { imported: 'imported', duplicate: 'duplicates', refused: 'refused' } as const;
