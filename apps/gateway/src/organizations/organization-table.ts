import type pg from 'pg';
import { organizationsReadModel } from '#contracts';
import type { Page, PageRequest, RowDoc, VersionedDoc } from '#http';
import { DocTable, type Conditions } from '../doc-table.js';
import type { PublicUrl } from '../portal/public-url.js';
import { textWithPublicLogo } from './logo/public-logo.js';

/** Organizations as the API answers them: their rows, with the whole addresses of their logos. */
export class OrganizationTable extends DocTable {
  constructor(
    pool: pg.Pool,
    private readonly publicUrl: PublicUrl,
  ) {
    super(pool, organizationsReadModel.table);
  }

  override async findDoc(id: string, conditions: Conditions): Promise<VersionedDoc | undefined> {
    const found = await super.findDoc(id, conditions);
    return found && { ...found, json: this.withLogo(found.json) };
  }

  override async fetchPage(conditions: Conditions, request: PageRequest): Promise<Page> {
    const page = await super.fetchPage(conditions, request);
    return { ...page, rows: page.rows.map((row) => ({ ...row, doc: this.docWithLogo(row.doc) })) };
  }

  private docWithLogo(doc: RowDoc): RowDoc {
    if (typeof doc === 'string') return this.withLogo(doc);
    return async () => {
      const text = await doc();
      return text && Buffer.from(this.withLogo(text.toString()));
    };
  }

  private withLogo(json: string): string {
    return textWithPublicLogo(json, this.publicUrl.base);
  }
}
