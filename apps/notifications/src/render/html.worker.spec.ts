import { afterAll, describe, expect, it } from '@jest/globals';
import type { OrganizationDoc, UnstampedDocument } from '#contracts';
import { preview } from '#apps/invoicing/src/invoice/prepare';
import { NOW, at, content, issuer, item } from '#apps/invoicing/src/invoice/testing';
import { createLogger, WorkerPool, type WorkerTask } from '#hosting';
import { builtInCatalogues, withNewerPlaces } from '#sat';
import { htmlOf, type DocumentToPrint } from './html.worker.js';
import { catalogueLabels } from './labels.js';

const organization = {
  ...{ id: 'o', timezone: 'America/Mexico_City' },
  legal: { ...issuer, name: 'Kemper', phone: null, website: null, support_email: null },
  customization: { color: 'B4532A', pdf_extra: {} },
} as unknown as OrganizationDoc;

const task: WorkerTask<DocumentToPrint, string> = {
  module: new URL('./html.worker.js', import.meta.url),
  name: 'makeHtml',
};

describe('the page of a large invoice', () => {
  const workers = new WorkerPool(createLogger({ level: 'error', to: { write: () => undefined } }));
  afterAll(() => workers.close());

  it('is the same from a thread as from the loop', async () => {
    const draft = content({ items: Array.from({ length: 300 }, () => item) });
    const unstamped: UnstampedDocument = {
      ...{ content: draft, totals: preview(draft, issuer, NOW).totals, issuer: null },
      ...{ series: null, folio_number: 7, livemode: true, status: 'draft', date: null, created_at: at },
    };
    const data: DocumentToPrint['data'] = { file_name: 'f', organization, format: 'pdf', unstamped };
    const here = htmlOf(data, undefined, catalogueLabels(withNewerPlaces(builtInCatalogues)), null);
    expect(here.length).toBeGreaterThan(50_000);
    expect(
      await workers.run(
        task,
        { data, xml: undefined, cataloguesDir: '/nowhere', logo: null },
        'organization',
      ),
    ).toBe(here);
  });
});
