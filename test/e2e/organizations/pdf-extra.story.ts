import { hasPoppler, poppler } from '#pdf/testing/tools';
import { startApp, type TestApp } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** What an organization wants its PDFs to show, in every PDF that the API makes. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const readable = hasPoppler() ? it : it.skip;
const set = (pdf_extra: object) =>
  app.put(
    `/organizations/${app.demo.organization_id}/customization`,
    { pdf_extra },
    { key: app.demo.user_key },
  );
const textOf = async (method: string, path: string, body?: unknown): Promise<string> => {
  const { status, bytes } = await app.api(method, path, body);
  expect([path, status]).toEqual([path, 200]);
  return poppler('pdftotext', bytes).replace(/\s+/g, ' ');
};

describe('the PDF flags of an organization', () => {
  readable('hold for stamped invoices, drafts and previews, and give way to the invoice’s own', async () => {
    const own = { pdf_options: { codes: true } };
    const { id } = await app.post('/invoices', invoice());
    const draft = await app.post('/invoices', { ...invoice(), status: 'draft' });
    const { id: other } = await app.post('/invoices', { ...invoice(), ...own });
    const shown = async () =>
      Promise.all([
        textOf('GET', `/invoices/${id}/pdf`),
        textOf('GET', `/invoices/${draft.id}/pdf`),
        textOf('POST', '/invoices/preview/pdf', invoice()),
        textOf('GET', `/invoices/${other}/pdf`),
        textOf('POST', '/invoices/preview/pdf', { ...invoice(), ...own }),
      ]);
    const hasCodes = (texts: string[]) => texts.map((text) => text.includes('601 - General de Ley'));
    expect(hasCodes(await shown())).toEqual([true, true, true, true, true]);
    await set({ codes: false });
    expect(hasCodes(await shown())).toEqual([false, false, false, true, true]);
    // What was not sent with it stays.
    await set({ export_key: true });
    const texts = await shown();
    expect(hasCodes(texts)).toEqual([false, false, false, true, true]);
    expect(texts.every((text) => text.includes('Exportación'))).toBe(true);
  });
});
