import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse, Turns } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  ImportDocumentsCommand,
  MAX_STANDINGS,
  pieceKey,
  type CommandOutcome,
  type FileImported,
} from '#contracts';
import { answerWithData, type ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import { zipInMemory, type ZipSource } from '#pac';
import { importFile } from './file.js';
import { Importer } from './importer.js';
import { OrganizationRfc } from './organization.js';
import { MOST_XML_BYTES, MOST_ZIP_BYTES } from './limits.js';
import { sourceOfPieces } from './source.js';
import { BadZip } from './zip.js';

/** ZIPs that are in memory at one time; the others wait. */
const ZIPS_AT_ONCE = 2;

/** Imports the documents of a file. */
@CommandHandler(ImportDocumentsCommand)
export class ImportDocumentsHandler implements Handles<ImportDocumentsCommand> {
  private readonly turns = new Turns(ZIPS_AT_ONCE);

  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    private readonly organizations: OrganizationRfc,
    private readonly importer: Importer,
  ) {}

  async execute(command: ImportDocumentsCommand): Promise<CommandOutcome<FileImported>> {
    const { pieces = 1 } = command.data;
    return pieces === 1 ? this.importNow(command) : this.turns.take(() => this.importNow(command));
  }

  private async importNow(command: ImportDocumentsCommand): Promise<CommandOutcome<FileImported>> {
    const { data } = command;
    const source = await this.sourceOf(command);
    if (source === undefined) return refuse('not_found');
    const taxId = await this.organizations.of(command);
    if (!taxId.ok) return taxId;
    const own = {
      ...{ command, taxId: taxId.value, source: data.source, alone: true },
      ...{ seen: new Set<string>(), suppliers: new Map<string, string>(), doubts: MAX_STANDINGS },
      newSuppliers: [],
    };
    try {
      return answerWithData(await importFile(this.importer, own, { name: data.name, source }));
    } catch (error) {
      if (!(error instanceof BadZip)) throw error;
      const limit = { es: LIMITS_ES, en: LIMITS_EN };
      return refuse(error.code, { path: 'file', location: 'files', params: { limit } });
    }
  }

  /** The file, of one piece or many; undefined where it is there no more. */
  private async sourceOf({ tenant, data }: ImportDocumentsCommand): Promise<ZipSource | undefined> {
    const { upload, pieces, piece_size: pieceSize } = data;
    const fetch = (piece: number) => this.contents.get(tenant, pieceKey(upload, piece));
    if (pieces !== undefined && pieceSize !== undefined) return sourceOfPieces(fetch, { pieces, pieceSize });
    const read: Buffer[] = [];
    for (let piece = 0; piece < (pieces ?? 1); piece += 1) {
      const bytes = await (pieces === undefined ? this.contents.get(tenant, upload) : fetch(piece));
      if (bytes === undefined) return undefined;
      read.push(bytes);
    }
    return zipInMemory(Buffer.concat(read));
  }
}

const MB = 1024 * 1024;
const LIMITS_ES = `${MOST_XML_BYTES / MB} MB por XML; ${MOST_ZIP_BYTES / MB} MB, 10,000 archivos y 500 MB sin comprimir por ZIP`;
const LIMITS_EN = `${MOST_XML_BYTES / MB} MB an XML; ${MOST_ZIP_BYTES / MB} MB, 10,000 files and 500 MB unpacked a ZIP`;
