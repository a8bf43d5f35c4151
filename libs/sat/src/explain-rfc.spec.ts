import { describe, expect, it } from '@jest/globals';
import { renderMessage } from '#kernel';
import { explainRfc } from './explain-rfc.js';
import { hintsOf } from './hints.js';
import { formasPago } from './catalogues/pagos.js';
import { usosCfdi } from './catalogues/usos-cfdi.js';

const explain = (rfc: string, language: 'es' | 'en') => {
  const { message, params } = explainRfc(rfc);
  return renderMessage(message[language], { path: 'tax_id', ...params }, language);
};

describe('what a text lacks to be an RFC', () => {
  it.each([
    ['PEGJ800101', 'El RFC tiene 10 caracteres y faltan 3, la homoclave: el de una persona física'],
    ['URE18042', 'El RFC tiene 8 caracteres y faltan 4: el de una persona moral'],
    ['PEGJ800101AB12', 'El RFC tiene 14 caracteres y sobra 1: el de una persona física'],
    ['pegj-800101-ab1', 'envíe "PEGJ800101AB1"'],
    ['PEGJ801301AB1', '"801301" no lo es'],
    ['12345', 'no tiene la forma de un RFC'],
    ['', 'no tiene la forma de un RFC'],
  ])('%s: %s', (rfc, text) => {
    expect(explain(rfc, 'es')).toContain(text);
    expect(explain(rfc, 'en')).not.toMatch(/[{}]|El RFC/);
  });
});

describe('the hints of a catalogue', () => {
  it.each([
    [formasPago, 'transferencia', '"03", Transferencia electrónica de fondos'],
    [formasPago, '3', '"03", Transferencia electrónica de fondos'],
    [formasPago, 'cash', '"01", Efectivo'],
    [usosCfdi, 'G3', '"G03", Gastos en general'],
    [usosCfdi, 'gastos en general', '"G03", Gastos en general'],
  ])('%#: %s is %s', (catalogue, value, es) => {
    expect(hintsOf(catalogue)(value)).toMatchObject({
      suggestion: { es },
      values: expect.stringContaining('01'),
    });
  });

  it('do not guess a key of digits from another', () => {
    expect(hintsOf(formasPago)('07')).not.toHaveProperty('suggestion');
  });
});
