import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { takeOwn } from '../../owners/own/take.js';
import { ownDatabaseVariable } from '../../owners/services.js';
import { migrate } from '../../runtime/migrate.js';
import { migrationsOf } from '../../runtime/migrations.js';
import { withClient } from '../client.js';
import { checkDatabase, moveDatabase, ownPart, sharedPart } from '../index.js';
import type { Step } from '../steps.js';

const MIGRATIONS = migrationsOf([]);
const SERVICES = ['customers', 'invoicing'] as const;
type Place = 'shared' | (typeof SERVICES)[number];
const PLACES: readonly Place[] = ['shared', ...SERVICES];

/** An installation goes to other databases with those that services have of their own. */
describe('databases of services move along', () => {
  let from: ReadonlyMap<Place, TestDatabase>;
  let to: ReadonlyMap<Place, TestDatabase>;
  const urlIn = (side: ReadonlyMap<Place, TestDatabase>, place: Place): string => side.get(place)?.url ?? '';
  const made = async () =>
    new Map(await Promise.all(PLACES.map(async (place) => [place, await freshDatabase()] as const)));
  const query = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> =>
    withClient(url, async (client) => (await client.query<Row>(sql)).rows);

  beforeEach(async () => {
    [from, to] = [await made(), await made()];
    await migrate(urlIn(from, 'shared'), MIGRATIONS);
    await query(
      urlIn(from, 'shared'),
      `INSERT INTO platform.secrets (organization_id, name, sealed) VALUES ('o', 'n', '\\x01');
       INSERT INTO invoicing.folio_counters (organization_id, livemode, series, next)
       SELECT 'organization', true, 'S' || n, n FROM generate_series(1, 50) AS n;
       INSERT INTO platform.checkpoints (name, position) VALUES ('invoicing.matches', 7), ('customers.names', 8)`,
    );
    for (const service of SERVICES) await takeIn(from, service);
    // What the service has done since: in the shared database the old rows are left.
    await query(urlIn(from, 'invoicing'), 'UPDATE invoicing.folio_counters SET next = next + 100');
  });
  afterEach(async () => {
    await Promise.all([...from.values(), ...to.values()].map((database) => database.drop()));
  });

  const takeIn = (side: ReadonlyMap<Place, TestDatabase>, service: (typeof SERVICES)[number]) =>
    takeOwn({
      ...{ service, url: urlIn(side, service), sharedUrl: urlIn(side, 'shared'), migrations: MIGRATIONS },
      consumers: ['invoicing.matches', 'customers.names'].filter((name) => name.startsWith(service)),
    });
  const move = (
    onStep: (step: Step) => void = () => undefined,
    targets: ReadonlyMap<Place, TestDatabase> = to,
  ) => {
    const places = (place: Place) => ({
      ...{ from: urlIn(from, place), to: urlIn(targets, place), migrations: MIGRATIONS },
    });
    const own = SERVICES.map((service) => ownPart(service, places(service)));
    return { parts: [sharedPart(places('shared'), () => Promise.resolve()), ...own], onStep };
  };
  const dying = (name: string) =>
    move((step) => {
      if ((step.kind === 'table' ? `${step.of} ${step.name}` : step.kind) === name) throw new Error('killed');
    });
  const FOLIOS = 'SELECT series, next FROM invoicing.folio_counters ORDER BY series';

  /** The targets work as an installation: each service finds its rows, and only there. */
  const works = async (): Promise<void> => {
    expect(await migrate(urlIn(to, 'shared'), MIGRATIONS)).toBe(0);
    for (const service of SERVICES) expect(await takeIn(to, service)).toBe(0);
    const folios = await query(urlIn(to, 'invoicing'), FOLIOS);
    expect(folios).toEqual(await query(urlIn(from, 'invoicing'), FOLIOS));
    expect(folios).toHaveLength(50);
    expect(await query(urlIn(to, 'customers'), 'SELECT name, position FROM platform.checkpoints')).toEqual([
      { name: 'customers.names', position: '8' },
    ]);
    await expect(
      query(urlIn(to, 'shared'), 'UPDATE invoicing.folio_counters SET next = 1'),
    ).rejects.toMatchObject({ code: '55000' });
  };

  it('with what the services have there, and are known to be theirs', async () => {
    expect(await moveDatabase(move())).toMatchObject({ roles: true });
    expect(await checkDatabase(move())).toEqual([]);
    await works();
    await query(urlIn(to, 'invoicing'), `UPDATE invoicing.folio_counters SET next = 1 WHERE series = 'S1'`);
    expect(await checkDatabase(move())).toEqual([
      'invoicing.folio_counters differs: 50 rows, and 50 in the target',
    ]);
  });

  it('killed after each step: nothing starts until it was run again', async () => {
    for (const name of ['marked', 'prepared', 'invoicing invoicing.folio_counters', 'verified']) {
      await expect(moveDatabase(dying(name))).rejects.toThrow('killed');
      await expect(migrate(urlIn(to, 'shared'), MIGRATIONS)).rejects.toThrow('is not finished');
    }
    await moveDatabase(move());
    await works();
  });

  it('killed when some targets were released: the next run finds them complete', async () => {
    await expect(moveDatabase(dying('verified'))).rejects.toThrow('killed');
    const released = move();
    const [, , { adopt } = { adopt: async () => undefined }] = released.parts;
    await withClient(urlIn(from, 'invoicing'), (source) =>
      withClient(urlIn(to, 'invoicing'), async (target) => {
        await adopt(source, target);
        await target.query('DROP SCHEMA timbra_move CASCADE');
      }),
    );
    await moveDatabase(move());
    await works();
  });

  it('refuses targets that are in use, before anything is written', async () => {
    await query(urlIn(to, 'invoicing'), 'CREATE TABLE public.shop (id int)');
    await expect(moveDatabase(move())).rejects.toThrow(
      'The database of TO_DATABASE_URL_INVOICING is not empty (public.shop)',
    );
    expect(await query(urlIn(to, 'shared'), `SELECT FROM pg_namespace WHERE nspname ~ 'timbra'`)).toEqual([]);
    const same = new Map([...to].map(([place]) => [place, to.get('shared') as TestDatabase]));
    await expect(moveDatabase(move(undefined, same))).rejects.toThrow(
      `The installation is in the database of TO_${ownDatabaseVariable('customers')} already, or another TO_DATABASE_URL names it too.`,
    );
  });
});
