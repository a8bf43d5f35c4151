import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { ImportDocumentsCommand, type CommandOutcome, type FileImported } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';

/** Imports the documents of a file. */
@CommandHandler(ImportDocumentsCommand)
export class ImportDocumentsHandler implements Handles<ImportDocumentsCommand> {
  constructor(@Inject(CONTENTS) private readonly contents: ContentStore) {}

  async execute({ tenant, data }: ImportDocumentsCommand): Promise<CommandOutcome<FileImported>> {
    const bytes = await this.contents.get(tenant, data.upload);
    if (bytes === undefined) return refuse('not_found');
    return refuse('feature_not_available');
  }
}
