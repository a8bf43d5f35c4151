import { describe, expect, it } from '@jest/globals';
import { field, ok, refuse, refuseFields } from '#kernel';
import { errorBody, HttpRefusal, unwrap } from './refusals.js';

describe('unwrap', () => {
  it('gives the value, or throws the refusal', () => {
    expect(unwrap(ok(5))).toBe(5);
    expect(() => unwrap(refuse('customer_not_found'))).toThrow(HttpRefusal);
  });
});

describe('errorBody', () => {
  it('has the default message of a code without details', () => {
    expect(errorBody(refuse('customer_not_found').refusal, 'en')).toEqual({
      ok: false,
      message: 'The customer was not found.',
      status: 404,
      code: 'customer_not_found',
      errors: [],
    });
  });

  it('answers 400 for what a body names', () => {
    const { refusal } = refuse('customer_not_found', { location: 'body', path: 'customer' });
    expect(errorBody(refusal, 'es')).toMatchObject({ status: 400, location: 'body', path: 'customer' });
  });

  it('repeats the first detail message, and says each in the language', () => {
    const { refusal } = refuseFields([field('customer.email', 'required'), field('items', 'required')]);
    expect(errorBody(refusal, 'es')).toMatchObject({
      message: 'El campo "customer.email" es requerido.',
      path: 'customer.email',
      location: 'body',
      errors: [{ path: 'customer.email' }, { message: 'El campo "items" es requerido.' }],
    });
  });

  it('keeps foreign codes, and their texts as they came beside what happened in the language asked for', () => {
    const text = 'El campo UsoCFDI, debe corresponder';
    const details = [{ code: 'CFDI40161', source: 'pac' as const, message: text }];
    const message = `The invoice was rejected by the validation of the stamping. PAC CFDI40161: ${text}`;
    const { refusal } = refuse('invoice_stamping_validation_error', { details });
    expect(errorBody(refusal, 'en')).toEqual({
      ok: false,
      message,
      status: 400,
      code: 'invoice_stamping_validation_error',
      errors: [{ message, code: 'CFDI40161', source: 'pac' }],
    });
  });

  it('falls back to the root text for a foreign code without text, root codes included as details', () => {
    const details = [
      { code: '307', source: 'pac' as const },
      { code: 'product_key_not_found', source: 'service' as const, params: { key: '1' } },
      { code: 'constructor', source: 'sat' as const },
    ];
    const { errors, message } = errorBody(refuse('invoice_stamping_failed', { details }).refusal, 'en');
    expect(message).toBe('The invoice could not be stamped.');
    expect(errors.map((error) => error.message)).toEqual([
      'The invoice could not be stamped.',
      expect.stringMatching(/^The product or service key "1" does not exist in the SAT catalog/),
      'The invoice could not be stamped.',
    ]);
  });

  it('renders bilingual messages of details, periods and tax-information codes', () => {
    const { refusal } = refuse('invalid_global_invoice_period', { params: { period: 'fortnight' } });
    expect(errorBody(refusal, 'es').message).toContain('quincena');
    const own = field('a', 'invalid_value', { message: { es: 'Malo {x}', en: 'Bad {x}' }, params: { x: 1 } });
    expect(errorBody(refuseFields([own]).refusal, 'en').message).toBe('Bad 1');
    const mismatch = { code: 'legal_name_mismatch', source: 'sat' as const, path: 'legal_name' };
    expect(errorBody(refuseFields([mismatch]).refusal, 'en').message).toMatch(
      /^The legal name does not match/,
    );
  });
});
