import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Chapters, whenLong } from './chapters.js';
import { SERVICES, World, type ServiceName } from './world.js';

/** Clocks of processes that differ by ten minutes, and that step while work is under way. */

const SKEW = pathToFileURL(resolve(import.meta.dirname, 'clock-skew.mjs')).href;
const MINUTE = 60_000;

whenLong('clocks', () => {
  let folder: string;
  let world: World;
  /** Sets how far a service's clock is ahead of the true time; it steps within a moment. */
  const ahead = (service: ServiceName, ms: number) => writeFile(join(folder, service), String(ms));
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'timbra-clocks-'));
    const own = (service: ServiceName) => ({
      NODE_OPTIONS: `--import=${SKEW}`,
      TIMBRA_TEST_CLOCK: join(folder, service),
    });
    world = await World.start({
      envOf: Object.fromEntries(SERVICES.map((service) => [service, own(service)])),
    });
  }, 180_000);
  afterAll(async () => {
    await world?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  // The provider's clock is the stamping service's in the sandbox: an invoice dated later than five minutes from now
  // is refused by any provider (401), so nobody's clock may be that far ahead of it.
  it.each<readonly [string, Partial<Record<ServiceName, number>>]>([
    ['ten minutes behind at the gateway', { gateway: -10 * MINUTE }],
    [
      'ten minutes ahead where it is stamped, ten behind where it is decided',
      {
        stamping: 10 * MINUTE,
        invoicing: -10 * MINUTE,
        cancellation: -10 * MINUTE,
        notifications: 10 * MINUTE,
      },
    ],
  ])(
    '%s: nothing is lost, doubled or changed',
    async (_, offsets) => {
      for (const service of SERVICES) await ahead(service, offsets[service] ?? 0);
      const chapters = new Chapters(world);
      const load = chapters.load({
        ...{ clients: 6, cancels: 0.2, mails: 0.1, seed: offsets.gateway ? 1 : 2 },
        ...{ triggers: ['SANDBOX-TIMEOUT-AFTER', 'SANDBOX-OUTAGE'], triggered: 0.1 },
      });
      await load.more(100);
      await chapters.check();
      expect(load.client.journal.faults).toEqual([]);
    },
    480_000,
  );

  it('that step back and forth by ten minutes under load: nothing is lost, doubled or changed', async () => {
    for (const service of SERVICES) await ahead(service, 0);
    const chapters = new Chapters(world);
    const load = chapters.load({ clients: 6, cancels: 0.2, mails: 0.1, seed: 99 });
    for (const step of [-10, 0, -10, 0]) {
      await load.more(8);
      for (const service of ['invoicing', 'notifications', 'gateway'] as const) {
        await ahead(service, step * MINUTE);
        await load.more(4);
      }
    }
    await load.more(8);
    await chapters.check();
    expect(load.client.journal.faults).toEqual([]);
  }, 480_000);

  it('ten minutes ahead of the provider’s: an invoice is refused as it is by the provider, and nothing else', async () => {
    for (const service of SERVICES) await ahead(service, 0);
    const chapters = new Chapters(world);
    const load = chapters.load({ clients: 2, seed: 77, cancels: 0, mails: 0 });
    await load.more(3);
    await load.stop();
    await ahead('gateway', 10 * MINUTE);
    // As soon as it has stepped.
    const offset = async (): Promise<number> => {
      const draft = await load.client.send('POST /invoices', { status: 'draft' });
      return Date.parse(draft.body.created_at as string) - Date.now();
    };
    for (const deadline = Date.now() + 30_000; (await offset()) < 9 * MINUTE;)
      expect(Date.now()).toBeLessThan(deadline);
    const { status, body } = await load.client.send('POST /invoices', {
      customer: {
        ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
        address: { zip: '86991' },
      },
      items: [{ product: { description: 'Ukelele', product_key: '60131324', price: 345.6 } }],
      ...{ payment_form: '03', external_id: 'ahead', idempotency_key: 'ahead' },
    });
    expect([status, body.code]).toEqual([400, 'invoice_stamping_validation_error']);
    await ahead('gateway', 0);
    await chapters.check();
  }, 300_000);
});
