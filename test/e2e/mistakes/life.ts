import type { TestApp } from '../../support/app.js';
import { invoice, universidad } from '../../support/bodies.js';
import { mistake, mistakeAbout, type Asked, type Chapter } from './mistake.js';

/** A request about an invoice that is made first. */
const about =
  (request: string, fields: object = {}, body?: unknown) =>
  async (app: TestApp): Promise<Asked> => {
    const { id } = await app.post('/invoices', invoice(fields));
    return { request: request.replace(':id', id), ...(body !== undefined && { body }), ids: { invoice: id } };
  };
const draft = { status: 'draft' } as const;
const { email: _, ...silent } = universidad;

export const life: Chapter = {
  title: 'Drafts, cancellations, files and mails',
  mistakes: [
    mistakeAbout('A cancellation without a motive', about('DELETE /invoices/:id')),
    mistakeAbout('A motive of one digit', about('DELETE /invoices/:id?motive=2')),
    mistakeAbout('Motive 01 without the invoice that replaces it', about('DELETE /invoices/:id?motive=01')),
    mistakeAbout(
      'Motive 02 with an invoice that replaces it',
      about('DELETE /invoices/:id?motive=02&substitution=x'),
    ),
    mistakeAbout(
      'A draft that lacks things is stamped',
      about('POST /invoices/:id/stamp', { ...draft, items: [], payment_form: undefined }),
    ),
    mistakeAbout('A stamped invoice is stamped', about('POST /invoices/:id/stamp')),
    mistakeAbout('A stamped invoice is edited', about('PUT /invoices/:id', {}, { conditions: 'Contado' })),
    mistakeAbout('The XML of a draft', about('GET /invoices/:id/xml', draft)),
    mistakeAbout('A file of a kind that there is not', about('GET /invoices/:id/html')),
    mistakeAbout('A mail to nobody', about('POST /invoices/:id/email', { customer: silent })),
    mistakeAbout('A mail to what is no address', about('POST /invoices/:id/email', {}, { email: 'ana' })),
    mistakeAbout(
      'An idempotency key of another invoice',
      about('POST /invoices', { idempotency_key: 'pedido-1' }, invoice({ idempotency_key: 'pedido-1' })),
    ),
    mistake('Page 0', 'GET /invoices?page=0'),
    mistake('A limit of 500', 'GET /invoices?limit=500'),
    mistake('A page that is too far', 'GET /invoices?page=31&limit=100'),
    mistake('A filter that does not exist', 'GET /invoices?rfc=URE180429TM6'),
    mistake('A status that does not exist', 'GET /invoices?status=stamped'),
    mistake('A date that is no range', 'GET /invoices?date=2026-01'),
    mistake(
      'A range of dates that ends before it begins',
      'GET /invoices?date[gte]=2026-02-01&date[lt]=2026-01-01',
    ),
    mistake('Both cursors', 'GET /invoices?after=a&before=b'),
    mistake('A catalogue without what is looked for', 'GET /catalogs/cartaporte/3.1/packaging-types'),
  ],
};
