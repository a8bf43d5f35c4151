import { Inject, Injectable } from '@nestjs/common';
import type { Command } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import { UnreadablePackage } from '#pac';
import { Asking, Refusal } from './asking.js';
import { MAX_PROBLEMS, type KnownDownload } from './download.js';
import { MetadataPackages } from './metadata.js';
import type { Taken } from './taken.js';

export type Outcome =
  | ({ readonly kind: 'taken' } & Taken)
  | { readonly kind: 'unreadable' | 'too_large'; readonly reason: string };

/** Codes with which an import refuses a file as a whole, which is no fault of the moment. */
const PASSING = new Set(['service_unavailable', 'rate_limit_exceeded', 'conflict']);

/** Takes packages that lie in the content store: XML is imported as an upload is, metadata compared with what is here. */
@Injectable()
export class Packages {
  constructor(
    private readonly asking: Asking,
    private readonly metadata: MetadataPackages,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  /** What is taken again changes nothing: documents that are here are duplicates, and rows of metadata are there already. */
  async take(
    command: Command,
    download: KnownDownload,
    { store, name }: { readonly store: string; readonly name: string },
  ): Promise<Outcome> {
    try {
      const taken =
        download.asked.format === 'xml'
          ? await this.import(command, { store, name })
          : await this.metadata.take(command, store);
      await this.contents.remove(command.tenant, [store]);
      return { kind: 'taken', ...taken };
    } catch (error) {
      const isWrong =
        error instanceof UnreadablePackage || (error instanceof Refusal && !PASSING.has(error.code));
      if (!isWrong) throw error;
      // It is fetched anew, if at all.
      await this.contents.remove(command.tenant, [store]);
      const isTooLarge = error instanceof Refusal && error.code === 'invoice_import_too_large';
      return { kind: isTooLarge ? 'too_large' : 'unreadable', reason: error.message };
    }
  }

  private async import(
    command: Command,
    { store, name }: { readonly store: string; readonly name: string },
  ): Promise<Taken> {
    const { outcomes } = await this.asking.ask(command, 'reception.import', name, {
      ...{ upload: store, name: `${name}.zip`, source: 'download' },
    });
    const count = (wanted: 'imported' | 'duplicate' | 'refused'): number =>
      outcomes.filter(({ status }) => status === wanted).length;
    const problems = outcomes
      .filter(({ status }) => status === 'refused')
      .slice(0, MAX_PROBLEMS)
      .map(({ file, uuid, code }) => ({ file, uuid, code: code ?? 'invalid_request' }));
    const counts = {
      ...{ imported: count('imported'), duplicates: count('duplicate') },
      refused: count('refused'),
    };
    return { counts, problems, ask: [] };
  }
}
