import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { systemNow, type Clock } from '#kernel';
import type { CommandBus } from '#bus';
import type { Handles } from '#bus/nest/index';
import {
  AddArchivePartCommand,
  ExpireArchiveCommand,
  RequestArchiveCommand,
  type ArchivePart,
  type CommandOutcome,
} from '#contracts';
import { answerWithData, receipt, type ContentStore } from '#eventing';
import { BUS, CLOCK, CONFIG, CONTENTS, type Config } from '#hosting';
import type { Archive } from './archive.js';
import { Archives } from './archives.js';
import { countDocuments, nextDocuments } from './documents.js';
import { zipEnd, zipPart } from './zip-parts.js';

const DAY_MS = 86_400_000;

type Outcome = CommandOutcome<undefined>;
type Working = Extract<Archive, { status: 'working' }>;

const directoryKey = (key: string): string => `${key}.dir`;

@CommandHandler(RequestArchiveCommand)
export class RequestArchiveHandler implements Handles<RequestArchiveCommand> {
  constructor(
    private readonly archives: Archives,
    @Inject(BUS) private readonly bus: CommandBus,
  ) {}

  async execute(command: RequestArchiveCommand): Promise<Outcome> {
    const { data: asked } = command;
    const count = await countDocuments(this.bus, command, asked);
    if (!count.ok) return count;
    const now = new Date(command.time);
    return receipt(await this.archives.handle(command, { type: 'request', now, asked, count: count.value }));
  }
}

/**
 * Makes one piece of a monthly archive: what a piece leaves is stored and named in an event before the next one is
 * begun, so that a restart continues where it was, and at most one piece is in memory.
 */
@CommandHandler(AddArchivePartCommand)
export class AddArchivePartHandler implements Handles<AddArchivePartCommand> {
  /** The piece that is being made: one at a time, for all organizations. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly archives: Archives,
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute(command: AddArchivePartCommand): Promise<Outcome> {
    const task = () => this.addPart(command);
    const run = this.line.then(task, task);
    this.line = run.catch(() => undefined);
    return run;
  }

  private async addPart(command: AddArchivePartCommand): Promise<Outcome> {
    const { key, tenant, data } = command;
    const archive = await this.archives.state(key, tenant);
    const isNext =
      archive.status === 'working' && archive.number === data.number && data.part === archive.parts + 1;
    if (!isNext) return answerWithData();
    if (archive.parts > 0 && archive.last === null) return this.finish(command, archive);
    const next = await nextDocuments(
      { bus: this.bus, contents: this.contents },
      command,
      archive.asked,
      archive.last,
    );
    if (!next.ok) return next;
    const { files, ...dealt } = next.value;
    const stored = files.length === 0 ? null : await this.store(command, await zipPart(files), files.length);
    // Read again, as at the end: a piece may have been long in the making.
    const now = this.clock.now(tenant);
    return receipt(await this.archives.handle(command, { type: 'add-part', now, ...data, stored, ...dealt }));
  }

  /** Named after its bytes: what an attempt that died left behind can't be taken for it. */
  private async store(
    { key, tenant, data }: AddArchivePartCommand,
    { bytes, directory }: { readonly bytes: Buffer; readonly directory: Buffer },
    entries: number,
  ): Promise<ArchivePart> {
    const { contents, config } = this;
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const contentKey = `archive/${key}/${data.number}/${data.part}-${hash}`;
    // A day longer than the archive, so that pieces it never names are removed too. Contents go by system time.
    const expiresAt = new Date(systemNow().getTime() + (config.zipRequests.days + 1) * DAY_MS);
    await contents.put(tenant, contentKey, bytes, { expiresAt });
    if (directory.length > 0) await contents.put(tenant, directoryKey(contentKey), directory, { expiresAt });
    return { key: contentKey, size: bytes.length, entries };
  }

  private async finish(command: AddArchivePartCommand, { stored, number }: Working): Promise<Outcome> {
    const { contents, clock, config } = this;
    const { tenant } = command;
    const directories: { size: number; directory: Buffer }[] = [];
    for (const { key, size } of stored) {
      const directory = await contents.get(tenant, directoryKey(key));
      if (!directory) throw new Error(`the directory of ${key} is missing`);
      directories.push({ size, directory });
    }
    const end = await this.store(command, { bytes: zipEnd(directories), directory: Buffer.alloc(0) }, 0);
    const now = clock.now(tenant);
    const expiresAt = new Date(now.getTime() + config.zipRequests.days * DAY_MS);
    const finished = await this.archives.handle(command, { type: 'finish', now, number, end, expiresAt });
    if (finished.ok)
      await contents.remove(
        tenant,
        stored.map(({ key }) => directoryKey(key)),
      );
    return receipt(finished);
  }
}

@CommandHandler(ExpireArchiveCommand)
export class ExpireArchiveHandler implements Handles<ExpireArchiveCommand> {
  constructor(
    private readonly archives: Archives,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  async execute(command: ExpireArchiveCommand): Promise<Outcome> {
    const { tenant, data } = command;
    const now = new Date(command.time);
    const expired = await this.archives.handle(command, { type: 'expire', now, number: data.number });
    if (!expired.ok) return expired;
    const { state } = expired.value;
    if (state.status === 'over' && state.number === data.number)
      await this.contents.remove(tenant, state.keys);
    return receipt(expired);
  }
}
