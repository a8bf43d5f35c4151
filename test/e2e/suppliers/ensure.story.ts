import { randomUUID } from 'node:crypto';
import { newId } from '#kernel';
import {
  MOST_ENSURED_SUPPLIERS,
  suppliersReadModel,
  type AnswerOf,
  type Command,
  type SupplierOnDocument,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { asTyped } from '../../support/commands.js';
import type { TestOrganization } from '../../support/small-api.js';
import { describe, expect, it } from '../../support/story.js';
import { api, call, ours, theirs, useTwoOrganizations } from '../surface/two-organizations.js';

/** The suppliers of received documents, as imports ask for them. */

useTwoOrganizations();

const emisor = (tax_id: string, legal_name: string | null = 'PROVEEDORA SA DE CV'): SupplierOnDocument => ({
  ...{ tax_id, legal_name, tax_system: '601' },
});
const asked = (suppliers: readonly SupplierOnDocument[], of: TestOrganization = ours): Command => ({
  ...{ id: randomUUID(), type: 'customers.ensure-suppliers', key: newId(), data: { suppliers } },
  ...{ tenant: { organizationId: of.id, livemode: false }, actor: 'test', correlationId: newId() },
  time: new Date().toISOString(),
});
const answerOf = async (command: Command) => {
  const answer = await api.runtime.bus.send(asTyped(command));
  if (!answer.ok) throw new Error(answer.refusal.code);
  const data = answer.value.data as AnswerOf<'customers.ensure-suppliers'>;
  // As an import does before it answers: what was answered can be read.
  const watch = api.get(ProjectionWatch);
  for (const place of data.created) expect(await watch.reached(suppliersReadModel, place, 10_000)).toBe(true);
  return data;
};
const ensure = async (suppliers: readonly SupplierOnDocument[], of?: TestOrganization) =>
  (await answerOf(asked(suppliers, of))).ids;
const ofOne = async (tax_id: string, of?: TestOrganization) => (await ensure([emisor(tax_id)], of))[0] ?? '';
const eventsOf = async (id: string) =>
  (await api.runtime.store.read(`supplier-${id}`)).map(({ type }) => type);

it('answers in order, makes one of each RFC, and says which are new', async () => {
  const wish = [emisor('AAA010101AAA'), emisor('BBB010101BB1', null), emisor('aaa010101aaa', 'OTRO NOMBRE')];
  const first = await answerOf(asked(wish));
  expect(first.ids).toEqual([first.ids[0], first.ids[1], first.ids[0]]);
  expect(first.ids[1]).not.toBe(first.ids[0]);
  expect(first.created).toHaveLength(2);
  expect(await answerOf(asked([...wish].reverse()))).toEqual({ ids: [...first.ids].reverse(), created: [] });
  const { body } = await call(`GET /suppliers/${first.ids[0]}`);
  expect(body).toMatchObject({
    tax_id: 'AAA010101AAA',
    legal_name: 'PROVEEDORA SA DE CV',
    tax_system: '601',
  });
  // Of a document without a name: it is edited all the same.
  expect((await call(`PUT /suppliers/${first.ids[1]}`, { phone: '55' })).status).toBe(200);
});

it('makes one supplier of an RFC that many imports ask for at once', async () => {
  const batch = Array.from({ length: 20 }, (_, n) => emisor(`CCC0101${String(n + 10)}AA1`));
  const answers = await Promise.all(Array.from({ length: 6 }, () => answerOf(asked(batch))));
  for (const { ids } of answers) expect(ids).toEqual(answers[0]?.ids);
  expect(answers.flatMap(({ created }) => created)).toHaveLength(batch.length);
  for (const id of answers[0]?.ids ?? []) expect(await eventsOf(id)).toEqual(['SupplierCreated']);
});

it('is the same when it comes again, also after it died half-way', async () => {
  const batch = ['DDD010101AA1', 'DDD010102AA1', 'DDD010103AA1'].map((rfc) => emisor(rfc));
  const whole = asked(batch);
  // The process ended when the first of three was written.
  const begun = await answerOf({ ...whole, data: { suppliers: batch.slice(0, 1) } });
  const first = await answerOf(whole);
  expect(first.ids[0]).toBe(begun.ids[0]);
  expect(await answerOf({ ...whole, time: new Date(Date.now() + 60_000).toISOString() })).toMatchObject({
    ids: first.ids,
  });
  for (const id of first.ids) expect(await eventsOf(id)).toEqual(['SupplierCreated']);
});

it('finds one that was made by hand: of several, the oldest', async () => {
  const hand = await call('POST /suppliers', { legal_name: 'A MANO', tax_id: 'EEE010101AA1' });
  await call('POST /suppliers', { legal_name: 'A MANO', tax_id: 'EEE010101AA1', phone: '55' });
  expect(await ofOne('EEE010101AA1')).toBe(hand.body.id);
});

describe('a supplier that is gone', () => {
  it('is made anew, under an id that was never used', async () => {
    const ids = [await ofOne('FFF010101AA1')];
    for (let round = 0; round < 2; round += 1) {
      expect((await call(`DELETE /suppliers/${ids.at(-1)}`)).status).toBe(200);
      ids.push(await ofOne('FFF010101AA1'));
    }
    expect(new Set(ids).size).toBe(3);
    expect((await call('GET /suppliers?q=FFF010101')).body.data).toMatchObject([{ id: ids[2] }]);
  });

  it('or has another RFC by now, is not found by the one it had', async () => {
    const id = await ofOne('GGG010101AA1');
    await call(`PUT /suppliers/${id}`, { tax_id: 'GGG010102AA1' });
    expect(await ofOne('GGG010101AA1')).not.toBe(id);
    expect(await ofOne('GGG010102AA1')).toBe(id);
  });
});

it('is of one organization and environment, and takes a hundred at once', async () => {
  expect(await ofOne('HHH010101AA1')).not.toBe(await ofOne('HHH010101AA1', theirs));
  const live = asked([emisor('HHH010101AA1')]);
  const [inLive] = (await answerOf({ ...live, tenant: { ...live.tenant, livemode: true } })).ids;
  expect(inLive).not.toBe(await ofOne('HHH010101AA1'));
  const many = Array.from({ length: MOST_ENSURED_SUPPLIERS + 1 }, () => emisor('HHH010101AA1'));
  expect(await api.runtime.bus.send(asTyped(asked(many)))).toMatchObject({
    ok: false,
    refusal: { code: 'invalid_request' },
  });
});
