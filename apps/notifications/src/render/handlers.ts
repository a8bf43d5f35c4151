import { Inject, Injectable } from '@nestjs/common';
import { systemNow } from '#kernel';
import type { LineHandlers } from '#bus';
import type { CommandOf, CommandOutcome, Rendered } from '#contracts';
import { RUNTIME, answered, type Runtime } from '#platform';
import { DOCUMENT_RENDERER, type DocumentRenderer } from './renderer.js';

const KEPT_MS = 60 * 60_000;

/** Renders documents for other services. The file waits in the content store for whoever asked. */
@Injectable()
export class RenderHandlers {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(DOCUMENT_RENDERER) private readonly renderer: DocumentRenderer,
  ) {}

  readonly commands = {
    'notifications.render': (command) => this.render(command),
  } satisfies Partial<LineHandlers<'notifications'>>;

  private async render({
    id,
    tenant,
    data,
  }: CommandOf<'notifications.render'>): Promise<CommandOutcome<Rendered>> {
    const file = await this.renderer.render(tenant, data);
    if (!file.ok) return file;
    const rendered: Rendered = { content_key: `render/${id}` };
    // Whoever asked takes it at once; what nobody came for does not stay.
    const expiresAt = new Date(systemNow().getTime() + KEPT_MS);
    await this.runtime.contents.put(tenant, rendered.content_key, file.value, { expiresAt });
    return answered(rendered);
  }
}
