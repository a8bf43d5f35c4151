import { describe, expect, it } from '@jest/globals';
import { readStoreMove } from './store-move-command.js';

describe('npm run store:move', () => {
  const read = (line: string, env: Readonly<Record<string, string>> = {}) =>
    readStoreMove(line === '' ? [] : line.split(' '), env);
  const eventStoreDb = { EVENTSTOREDB_URL: 'esdb://events:2113?tls=false', EVENTSTOREDB_PREFIX: 'ours' };

  it('moves the database to that of TO_DATABASE_URL', () => {
    const to = 'postgresql://timbra:secret@db/timbra';
    const own = new Map();
    expect(read('database', { TO_DATABASE_URL: to })).toEqual({ kind: 'database', to, own, check: false });
    expect(read('database --check', { TO_DATABASE_URL: to })).toEqual({
      ...{ kind: 'database', to, own, check: true },
    });
  });

  it('moves the databases of services, each to its own', () => {
    const [to, invoicing] = [
      'postgresql://timbra:secret@db/timbra',
      'postgresql://timbra:secret@db/invoicing',
    ];
    const env = { TO_DATABASE_URL: to, TO_DATABASE_URL_INVOICING: invoicing, TO_DATABASE_URL_GATEWAY: '' };
    expect(read('database', env)).toMatchObject({ to, own: new Map([['invoicing', invoicing]]) });
    const reading = () => read('database', { ...env, TO_DATABASE_URL_GATEWAY: 'secret' });
    expect(reading).toThrow('TO_DATABASE_URL_GATEWAY must name an empty database');
    expect(reading).not.toThrow('secret');
  });

  it.each(['', 'mysql://timbra:secret@db/timbra', 'secret'])(
    'refuses the URL %p without repeating it',
    (url) => {
      const reading = () => read('database', { TO_DATABASE_URL: url });
      expect(reading).toThrow('TO_DATABASE_URL must name an empty database');
      expect(reading).not.toThrow('secret');
    },
  );

  it.each(['eventstoredb', 'postgres'])('moves the events to %s, whatever store the service uses', (to) => {
    expect(read(`events ${to} --check`, { ...eventStoreDb, TIMBRA_EVENT_STORE: 'postgres' })).toEqual({
      ...{ kind: 'events', to, how: 'check' },
      eventStoreDb: { kind: 'eventstoredb', url: eventStoreDb.EVENTSTOREDB_URL, prefix: 'ours' },
    });
    expect(read(`events ${to} --ahead`, eventStoreDb)).toMatchObject({ how: 'ahead' });
    expect(read(`events ${to}`, eventStoreDb)).toMatchObject({ how: 'move' });
  });

  it('says which setting is missing', () => {
    expect(() => read('events postgres')).toThrow('needs EVENTSTOREDB_URL');
  });

  it.each([
    '',
    'all',
    'events',
    'events mongo',
    'database now',
    'abandon --check',
    'database --ahead',
    'events postgres --ahead --check',
    'events postgres x',
    'database --force',
  ])('answers %p with its usage', (line) =>
    expect(() => read(line, eventStoreDb)).toThrow('npm run store:move -- database'),
  );

  it('gives up a move', () => {
    expect(read('abandon')).toEqual({ kind: 'abandon' });
  });
});
