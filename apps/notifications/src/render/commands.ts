import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { systemNow } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { RenderCommand, type CommandOutcome, type Rendered } from '#contracts';
import { answerWithData, type ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import { DOCUMENT_RENDERER, type DocumentRenderer } from './renderer.js';

const KEPT_MS = 60 * 60_000;

/** Renders a document for another service. The file is handed over by the content store. */
@CommandHandler(RenderCommand)
export class RenderHandler implements Handles<RenderCommand> {
  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(DOCUMENT_RENDERER) private readonly renderer: DocumentRenderer,
  ) {}

  async execute({ id, tenant, data }: RenderCommand): Promise<CommandOutcome<Rendered>> {
    const file = await this.renderer.render(tenant, data);
    if (!file.ok) return file;
    const rendered: Rendered = { content_key: `render/${id}` };
    // It is taken at once; what nobody comes for does not stay.
    const expiresAt = new Date(systemNow().getTime() + KEPT_MS);
    await this.contents.hand(tenant, rendered.content_key, file.value, expiresAt);
    return answerWithData(rendered);
  }
}
