/** Changes of the document that break clients: what compares it with the last release has to notice each. */
const schemas = (document) => document.components.schemas;
const firstEnum = (document, name) =>
  Object.values(schemas(document)[name].properties).find((property) => property.enum?.length > 1);

export const mutations = {
  'an operation is removed': (document) => delete document.paths['/v2/invoices/{invoice_id}/copy'].post,
  'an answer lacks a field': (document) => {
    const { Invoice } = schemas(document);
    delete Invoice.properties.total;
    Invoice.required = Invoice.required.filter((name) => name !== 'total');
  },
  'a field of an answer becomes optional': (document) => {
    const { Invoice } = schemas(document);
    Invoice.required = Invoice.required.filter((name) => name !== 'total');
  },
  'a request needs another field': (document) => {
    const { CreateInvoiceBody: body } = schemas(document);
    body.properties.new_field = { type: 'string' };
    body.required = [...(body.required ?? []), 'new_field'];
  },
  'a request needs another parameter': (document) =>
    document.paths['/v2/invoices'].get.parameters.push({
      name: 'new_parameter',
      in: 'query',
      required: true,
      schema: { type: 'string' },
    }),
  'an enumeration of a request loses a value': (document) => firstEnum(document, 'WebhookBody').enum.pop(),
  'a field of an answer has another type': (document) =>
    (schemas(document).Invoice.properties.folio_number.type = 'string'),
  'a field of an answer may be null': (document) =>
    (schemas(document).Invoice.properties.total.type = ['number', 'null']),
  'a text of a request has to be shorter': (document) =>
    (schemas(document).CustomerBody.properties.legal_name.maxLength = 10),
  'an id is no longer taken in place of the data': (document) => schemas(document).CustomerOrId.oneOf.shift(),
  'a success has another status': (document) => {
    const { responses } = document.paths['/v2/customers'].post;
    responses['201'] = responses['200'];
    delete responses['200'];
  },
};
