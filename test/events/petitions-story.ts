import { setTimeout as sleep } from 'node:timers/promises';
import { triggered, universidad } from '../support/bodies.js';
import type { Json, TestApp } from '../support/app.js';
import { formWith } from '../support/pictures.js';

/**
 * Everything that can happen to suppliers' cancellation requests, once: the demo organization asks to cancel what it issued, and another
 * organization of the installation is the receiver.
 */
export async function tellPetitions(app: TestApp): Promise<void> {
  const receiver = { key: await receiverOf(app) };
  const list = (): Promise<Json> => app.get('/cancellation-requests', receiver);
  const answer = (uuid: string, word: 'accept' | 'reject') =>
    app.api('POST', `/cancellation-requests/${uuid}/${word}`, undefined, receiver);
  /** An invoice to the receiver; `imported`: it has the XML before its cancellation is asked for. */
  async function asked(trigger: string, imported = true): Promise<Json> {
    const { id } = await app.post('/invoices', triggered(trigger));
    if (imported) await importInto(app, id, receiver.key);
    return app.del(`/invoices/${id}?motive=02`);
  }

  // Listed, described once its document is there, and accepted.
  const one = await asked('SANDBOX-CANCEL-PENDING', false);
  await list();
  await importInto(app, one.id, receiver.key);
  await list();
  await answer(one.uuid, 'accept');
  // Certainly not taken, and then otherwise.
  const two = await asked('SANDBOX-CANCEL-PENDING');
  app.sandbox.faults.set('answer', 'outage', 1);
  await answer(two.uuid, 'accept');
  await answer(two.uuid, 'reject');
  // Perhaps taken.
  const three = await asked('SANDBOX-CANCEL-PENDING');
  app.sandbox.faults.set('answer', 'timeout-after', 1);
  await answer(three.uuid, 'accept');
  // Nobody answered in time.
  const four = await asked('SANDBOX-CANCEL-PENDING-SILENCE');
  await list();
  await app.put(`/invoices/${four.id}/status`);
  for (let tries = 0; tries < 100; tries += 1) {
    const { data } = await list();
    if (data.some((request: Json) => request.uuid === four.uuid && request.status === 'expired')) break;
    await sleep(50);
  }
  app.sandbox.faults.set('pending', 'outage', 1);
  await list();
}

async function receiverOf(app: TestApp): Promise<string> {
  const user = await app.newUser();
  const { email: _, ...legal } = universidad;
  const { id, key } = await app.newOrganization(user, 'Universidad');
  await app.put(`/organizations/${id}/legal`, { name: 'Universidad', ...legal }, { key: user });
  return key;
}

/** Hands the XML of an invoice of the demo organization to the receiver. */
export async function importInto(app: TestApp, id: string, key: string): Promise<Json> {
  const { bytes } = await app.api('GET', `/invoices/${id}/xml`);
  return app.post('/invoices/import', formWith(bytes, 'file', `${id}.xml`), { key });
}
