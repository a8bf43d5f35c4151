import { Inject, Injectable } from '@nestjs/common';
import { ok, refuse, systemNow, type Result, type Tenant } from '#kernel';
import {
  ImportDocumentsCommand,
  inboundMailKey,
  type Command,
  type DocumentOutcome,
  type InboundMailResults,
} from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS, WorkerPool } from '#hosting';
import { ImportDocumentsHandler } from '../import/commands.js';
import type { MailedFile } from './documents.js';
import { InboundMails } from './mails.js';
import { openOffLoop } from './opened.js';
import { isForNow, mergeTries, outcomesOf, resultsOf } from './results.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long what can't be judged for now is tried again, from when the mail came. */
const TRIED_FOR_MS = DAY_MS;

/** Imports the documents of mails, as often as it is asked for: what is done of a mail is not done again. */
@Injectable()
export class MailProcessing {
  constructor(
    private readonly mails: InboundMails,
    @Inject(WorkerPool) private readonly workers: Pick<WorkerPool, 'run'>,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(ImportDocumentsHandler) private readonly imports: Pick<ImportDocumentsHandler, 'execute'>,
  ) {}

  /**
   * Whoever dies in the middle of it, the next one goes on with the file that was under way. Throws where a document can't be
   * judged for now, so that it is asked for again; after a day it counts as what it was refused with.
   */
  async process(command: Command): Promise<Result<void>> {
    const { key: id, tenant } = command;
    const state = await this.mails.state(id, tenant);
    if (state.status === 'absent') return refuse('not_found');
    let names: readonly string[] = [];
    if (state.status === 'processing') {
      const isLate = Date.parse(command.time) - Date.parse(state.received_at) > TRIED_FOR_MS;
      const done = await this.importAll(command, isLate);
      names = done.names;
      const at = command.time;
      const handled = await this.mails.handle(command, { type: 'process', results: done.results, at });
      if (!handled.ok) return handled;
    }
    await this.contents.remove(tenant, [inboundMailKey(id), ...names]);
    return ok(undefined);
  }

  private async importAll(
    command: Command,
    isLate: boolean,
  ): Promise<{ readonly results: InboundMailResults; readonly names: readonly string[] }> {
    const { key: id, tenant } = command;
    const raw = await this.contents.get(tenant, inboundMailKey(id));
    if (!raw) return { results: resultsOf([], 'expired'), names: [] };
    const opened = await openOffLoop(this.workers, raw, tenant.organizationId);
    if ('problem' in opened) return { results: resultsOf([], opened.problem), names: [] };
    const outcomes: DocumentOutcome[] = [];
    const names: string[] = [];
    for (const [number, file] of opened.files.entries()) {
      const name = `${inboundMailKey(id)}/${number}`;
      names.push(name, outcomeKey(name, 0), outcomeKey(name, 1));
      outcomes.push(...(await this.importFile(command, file, name, isLate)));
    }
    return { results: resultsOf(outcomes), names };
  }

  private async importFile(
    command: Command,
    { name, bytes }: MailedFile,
    upload: string,
    isLate: boolean,
  ): Promise<readonly DocumentOutcome[]> {
    const { tenant } = command;
    const done = await this.noted(tenant, outcomeKey(upload, 1));
    if (done) return done;
    const before = (await this.noted(tenant, outcomeKey(upload, 0))) ?? [];
    const expiresAt = inTwoDays();
    await this.contents.put(tenant, upload, Buffer.from(bytes), { expiresAt });
    const asked = new ImportDocumentsCommand({
      ...command,
      id: `${command.id}:${upload}`,
      type: 'reception.import',
      key: upload,
      data: { upload, name, source: 'email' },
    });
    const outcomes = mergeTries(before, outcomesOf(name, await this.imports.execute(asked)));
    const isFinal = isLate || !outcomes.some(isForNow);
    const key = outcomeKey(upload, isFinal ? 1 : 0);
    await this.contents.put(tenant, key, Buffer.from(JSON.stringify(outcomes)), { expiresAt });
    if (!isFinal) throw new Error(`a document of mail ${command.key} can't be judged for now`);
    return outcomes;
  }

  /** What a try of a file has left: ours, written above. */
  private async noted(tenant: Tenant, key: string): Promise<readonly DocumentOutcome[] | undefined> {
    const bytes = await this.contents.get(tenant, key);
    return bytes && (JSON.parse(bytes.toString()) as readonly DocumentOutcome[]);
  }
}

/** `1`: its outcomes are final. `0`: of the first try, after which another one followed. */
const outcomeKey = (upload: string, final: 0 | 1): string => `${upload}/${final === 1 ? 'done' : 'tried'}`;

/** Longer than anything of a mail is tried. */
const inTwoDays = (): Date => new Date(systemNow().getTime() + 2 * DAY_MS);
