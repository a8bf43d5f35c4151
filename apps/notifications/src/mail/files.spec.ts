import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ok, refuse, type Result, type Tenant } from '#kernel';
import type { InvoiceMail, OrganizationDoc, RenderData } from '#contracts';
import type { DocumentRenderer } from '../render/renderer.js';
import { stampedFiles, type FileSources } from './files.js';
import { answer } from './testing-mails.js';

const tenant: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };
const organization = { id: tenant.organizationId } as OrganizationDoc;

const stored: Readonly<Record<string, string>> = {
  'cfdi/x.xml': '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4"></cfdi:Comprobante>',
  'acuse/x.xml': '<Acuse/>',
};
const contents = {
  get: (_: Tenant, key: string) =>
    Promise.resolve(key in stored ? Buffer.from(stored[key] ?? '') : undefined),
} as unknown as FileSources['contents'];

/** A renderer that records its requests. */
class FakeRenderer implements DocumentRenderer {
  readonly asked: RenderData['format'][] = [];
  constructor(
    private readonly answer: (format: string) => Promise<Result<Buffer>> = (format) =>
      Promise.resolve(ok(Buffer.from(`%PDF ${format}`))),
  ) {}
  render(_: Tenant, { format }: RenderData): Promise<Result<Buffer>> {
    this.asked.push(format);
    return this.answer(format);
  }
}

const mail = (status: string, receipt_key: string | null = null): InvoiceMail['data'] => ({
  invoice: answer({ status }),
  ...{ xml_key: 'cfdi/x.xml', timbre_xml: '<tfd:TimbreFiscalDigital/>', receipt_key, file_name: 'F1' },
});
const filesOf = async (renderer: DocumentRenderer, data: InvoiceMail['data']) => {
  const files = await stampedFiles({ contents, renderer }, tenant, data, organization);
  return files.ok ? files.value.map(({ name, content }) => [name, content.toString()]) : files.refusal.code;
};

describe('the files of an invoice', () => {
  afterEach(() => void jest.useRealTimers());

  it('are its XML and its PDF', async () => {
    const renderer = new FakeRenderer();
    expect(await filesOf(renderer, mail('valid'))).toEqual([
      ['F1.xml', expect.stringContaining('<tfd:TimbreFiscalDigital/>')],
      ['F1.pdf', '%PDF pdf'],
    ]);
    expect(renderer.asked).toEqual(['pdf']);
  });

  it('of a canceled one are the receipt of that too, in both forms', async () => {
    expect(await filesOf(new FakeRenderer(), mail('canceled', 'acuse/x.xml'))).toEqual([
      ...[
        ['F1.xml', expect.anything()],
        ['F1.pdf', '%PDF pdf'],
      ],
      ...[
        ['acuse-F1.xml', '<Acuse/>'],
        ['acuse-F1.pdf', '%PDF receipt-pdf'],
      ],
    ]);
  });

  it('are refused where nothing can be printed now', async () => {
    const busy = new FakeRenderer((format) =>
      Promise.resolve(format === 'pdf' ? ok(Buffer.from('%PDF')) : refuse('service_unavailable')),
    );
    expect(await filesOf(busy, mail('canceled', 'acuse/x.xml'))).toBe('service_unavailable');
  });

  it('are refused where the printing takes too long, and may fail later unheard', async () => {
    jest.useFakeTimers();
    let fail = (): void => undefined;
    const slow = new FakeRenderer(
      () => new Promise((_, reject) => (fail = () => reject(new Error('the browser is gone')))),
    );
    const files = filesOf(slow, mail('valid'));
    await jest.advanceTimersByTimeAsync(59_000);
    expect(slow.asked).toEqual(['pdf']);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await files).toBe('service_unavailable');
    fail();
  });
});
