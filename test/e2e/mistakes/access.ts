import { mistake, mistakeAbout, type Chapter } from './mistake.js';

const authorization = (text: string) => ({ key: null, headers: { authorization: text } });
const NOBODY = '0123456789abcdef01234567';

export const access: Chapter = {
  title: 'Keys and addresses',
  mistakes: [
    mistake('No key', 'GET /customers', undefined, { key: null }),
    mistakeAbout('"Bearer" was forgotten', ({ demo }) => ({
      request: 'GET /customers',
      options: authorization(demo.test_key),
    })),
    mistake('"Bearer" without a key', 'GET /customers', undefined, authorization('Bearer')),
    mistake('Another scheme', 'GET /customers', undefined, authorization('Token sk_test_example')),
    mistake('A key that does not exist', 'GET /customers', undefined, { key: 'sk_test_does_not_exist' }),
    mistake('A user key that does not exist', 'GET /organizations', undefined, {
      key: 'sk_user_does_not_exist',
    }),
    mistakeAbout('A user key that does not say for which organization it comes', ({ demo }) => ({
      request: 'GET /invoices',
      options: { key: demo.user_key },
    })),
    mistakeAbout('A user key with the id of an organization of others', ({ demo }) => ({
      request: 'GET /invoices',
      options: { key: demo.user_key, headers: { 'X-Organization-Id': NOBODY } },
    })),
    mistakeAbout('A user key with an environment that there is not', ({ demo }) => ({
      request: 'GET /invoices',
      options: {
        key: demo.user_key,
        headers: { 'X-Organization-Id': demo.organization_id, 'X-Environment': 'production' },
      },
      ids: { organization_id: demo.organization_id },
    })),
    mistake('A Test key where a user key is needed', 'POST /organizations', { name: 'Escuela' }),
    mistake('A Test key where a Live key is needed', 'PUT /organizations/me/legal', { tax_system: '601' }),
    mistake('A wrong address', 'GET /invoice'),
    mistake('A wrong method', 'PATCH /products', { price: 5 }),
    mistake('An id that is not there', `GET /invoices/${NOBODY}`),
    mistake('An id of another form', 'GET /customers/cus_123'),
    mistake('A webhook without events', 'POST /webhooks', { url: 'https://example.com/events' }),
    mistake('A receipt of nothing', 'POST /receipts', { payment_form: '01', items: [] }),
  ],
};
