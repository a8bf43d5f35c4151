import { Inject, Injectable } from '@nestjs/common';
import { newId, ok, refuse, type Result, type Tenant } from '#kernel';
import { type ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import type { FileHead } from './file.js';
import { fileOf, type AvailableFile } from './stamped-files.js';

export const PREVIEW: FileHead = { name: 'vista-previa.pdf', format: 'pdf' };

const keyOf = (id: string): string => `preview/${id}`;

/** Previews for anyone who has their URL: they belong to no invoice, and are deleted when the URL expires. */
@Injectable()
export class Previews {
  constructor(@Inject(CONTENTS) private readonly contents: ContentStore) {}

  /** Keeps a preview until an instant, and gives its id. */
  async keep(tenant: Tenant, pdf: Buffer, expiresAt: Date): Promise<string> {
    const id = newId();
    await this.contents.put(tenant, keyOf(id), pdf, { expiresAt });
    return id;
  }

  async open(tenant: Tenant, id: string): Promise<Result<AvailableFile>> {
    const pdf = await this.contents.get(tenant, keyOf(id));
    if (!pdf) return refuse('not_found');
    return ok({ head: PREVIEW, make: () => Promise.resolve(ok(fileOf(PREVIEW, pdf))) });
  }
}
