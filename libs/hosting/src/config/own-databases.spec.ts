import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';
import { warnOfUnknown } from './variables.js';

const TOPICS = {
  DATABASE_URL: 'postgresql://timbra:secret@db/timbra',
  TIMBRA_KAFKA: 'kafka:9092',
  TIMBRA_DOMAIN_EVENTS: 'topics',
};
const OWN = 'postgresql://invoicing:secret@db/invoicing';

describe('databases of services', () => {
  it('are none where nothing says otherwise', () => expect(loadConfig({}).ownDatabases.size).toBe(0));

  it('are named one by one', () =>
    expect([
      ...loadConfig({ ...TOPICS, DATABASE_URL_INVOICING: OWN, DATABASE_URL_GATEWAY: '' }).ownDatabases,
    ]).toEqual([['invoicing', OWN]]));

  it.each([
    ['needs TIMBRA_KAFKA and', { TIMBRA_DOMAIN_EVENTS: 'feed' }],
    ['needs TIMBRA_KAFKA and', { TIMBRA_KAFKA: '' }],
    ['needs DATABASE_URL too', { DATABASE_URL: '' }],
    ['must be a URL', { DATABASE_URL_INVOICING: 'mysql://invoicing:secret@db/invoicing' }],
    ['must be a URL', { DATABASE_URL_INVOICING: 'secret' }],
    [
      'DATABASE_URL_INVOICING and DATABASE_URL name the same',
      { DATABASE_URL_INVOICING: 'postgres://other:secret@DB:5432/timbra' },
    ],
    [
      'DATABASE_URL_GATEWAY and DATABASE_URL_INVOICING name the same',
      { DATABASE_URL_GATEWAY: 'postgres://gateway:secret@db/invoicing' },
    ],
  ])('are refused in a sentence (%s), which has no secrets', (sentence, env) => {
    const load = () => loadConfig({ ...TOPICS, DATABASE_URL_INVOICING: OWN, ...env });
    expect(load).toThrow(sentence);
    expect(load).not.toThrow('secret');
  });

  it('that are misspelt are told with the nearest name', () =>
    expect(
      warnOfUnknown({ DATABASE_URL_INVOICNG: OWN, DATABASE_URL: OWN, DATABASE_URL_INVOICING: OWN }),
    ).toEqual([
      'DATABASE_URL_INVOICNG is no setting of Timbra and does nothing: did you mean DATABASE_URL_INVOICING?',
    ]));
});
