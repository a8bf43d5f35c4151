import { describe, expect, it } from '@jest/globals';
import { sameLegalName, withoutCorporateRegime } from './legal-name.js';

describe('legal names', () => {
  it('compares without case and extra spaces, but with accents', () => {
    expect(sameLegalName(' Universidad  Robotica Española ', 'UNIVERSIDAD ROBOTICA ESPAÑOLA')).toBe(true);
    expect(sameLegalName('UNIVERSIDAD ROBÓTICA ESPAÑOLA', 'UNIVERSIDAD ROBOTICA ESPAÑOLA')).toBe(false);
    expect(sameLegalName('UNIVERSIDAD ROBOTICA ESPANOLA', 'UNIVERSIDAD ROBOTICA ESPAÑOLA')).toBe(false);
  });

  it.each([
    ['Escuela Kemper Urgate SA de CV', 'ESCUELA KEMPER URGATE', 'SA DE CV'],
    ['ESCUELA KEMPER URGATE, S.A. de C.V.', 'ESCUELA KEMPER URGATE', 'S.A. DE C.V.'],
    ['ESCUELA KEMPER URGATE S. A. DE C. V.', 'ESCUELA KEMPER URGATE', 'S. A. DE C. V.'],
    ['ESCUELA KEMPER URGATE,S.A.DE C.V.', 'ESCUELA KEMPER URGATE', 'S.A.DE C.V.'],
    ['HERRERIA & ELECTRICOS S DE CV', 'HERRERIA & ELECTRICOS', 'S DE CV'],
    ['ACME S DE RL DE CV', 'ACME', 'S DE RL DE CV'],
    ['ACME SAPI DE CV', 'ACME', 'SAPI DE CV'],
    ['ACME SC', 'ACME', 'SC'],
    ['AYUDA A TODOS, A.C.', 'AYUDA A TODOS', 'A.C.'],
    ['CREDITO FACIL SA DE CV SOFOM ENR', 'CREDITO FACIL', 'SA DE CV SOFOM ENR'],
    ['ACME S EN C POR A DE CV', 'ACME', 'S EN C POR A DE CV'],
    ['ACME SOCIEDAD ANONIMA DE CAPITAL VARIABLE', 'ACME', 'SOCIEDAD ANONIMA DE CAPITAL VARIABLE'],
  ])('splits %s', (text, name, regime) => expect(withoutCorporateRegime(text)).toEqual({ name, regime }));

  it.each(['ESCUELA KEMPER URGATE', 'SC', 'GRUPO SAC', 'MESA DE CVS', 'CASA', 'SA DE CV'])(
    'leaves %s',
    (text) => expect(withoutCorporateRegime(text)).toEqual({ name: text }),
  );

  it('is quick on hostile input', () => {
    const started = performance.now();
    withoutCorporateRegime('S.A. '.repeat(200_000));
    withoutCorporateRegime(`A${' '.repeat(900)}B`);
    // Time that grows by the square of the length would be hours.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
