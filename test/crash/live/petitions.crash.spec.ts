import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import type { Json } from '../../support/app.js';
import { universidad } from '../../support/bodies.js';
import { makeLiveIssuer } from '../../support/live-issuer.js';
import { PatientClient } from '../client.js';
import { useLiveStage } from './stage.js';

/** Kills the service (kill -9) at each step of an answer to a supplier's cancellation request: the SAT gets one answer, and we know which. */

const stage = useLiveStage();
let receiver: PatientClient;
let made = 0;

beforeAll(async () => {
  const { tax_id: rfc, legal_name: name, address } = universidad;
  const taxpayer = { rfc, name, zip: address.zip };
  const key = await makeLiveIssuer(await stage.service.facts(), stage.sat.world, taxpayer);
  receiver = new PatientClient(stage.service, key);
  stage.sat.books.acceptance = 'required';
  const enabled_events = ['cancellation_request.received', 'cancellation_request.answered'];
  await receiver.send('POST /webhooks', { url: 'https://127.0.0.1:9/', enabled_events } as object);
}, 180_000);

const EVENTS = 'event_store.events';
const of = (type: string): string => `NEW.type = '${type}'`;
/** How a document stands at the SAT after an answer. */
const STATES = { accept: 'con_aceptacion', reject: 'rechazada' } as const;
const SHOWN = { accept: 'accepted', reject: 'rejected' } as const;
const OTHER = { accept: 'reject', reject: 'accept' } as const;
type Word = keyof typeof STATES;

/** A document whose supplier has asked to cancel it; nobody has seen the list since. */
async function asked(): Promise<string> {
  const id = await stage.make(`asked ${(made += 1)}`);
  const { uuid } = await stage.becomes(id, 'valid');
  await stage.client.send(`DELETE /invoices/${id}?motive=02`);
  expect(stage.sat.books.documents.get(uuid ?? '')?.state).toBe('en_proceso');
  await stage.query(
    "UPDATE gateway.cancellation_request_lists SET asked_at = asked_at - interval '2 minutes'",
  );
  return uuid ?? '';
}
const answer = (uuid: string, word: Word) => receiver.send(`POST /cancellation-requests/${uuid}/${word}`);
const answerOnce = (uuid: string, word: Word) => async (): Promise<void> => {
  if (stage.service.dying) return;
  await receiver.once(`POST /cancellation-requests/${uuid}/${word}`).catch(() => undefined);
};
const requestOf = async (uuid: string): Promise<Json> =>
  (await receiver.send('GET /cancellation-requests?limit=100')).body.data.find(
    (one: Json) => one.uuid === uuid,
  );
const count = async (type: string, uuid: string): Promise<number> =>
  (await stage.events()).filter((event) => event.type === type && event.data.uuid === uuid).length;
const answersAtPac = () =>
  stage.sw.ledger.calls.filter(({ operation }) => operation === 'accept_reject').length;

/** Whoever asked asks again, until it is answered; then it is, once, everywhere, and nothing else is taken. */
async function isAnswered(uuid: string, word: Word): Promise<void> {
  await until(async () => {
    const { status, body } = await answer(uuid, word);
    expect([200, 404]).toContain(status);
    // What is looked after when nobody is heard of for 90 s is due now.
    await stage.query(
      "UPDATE platform.pending_commands SET due_at = now() WHERE command->>'type' = 'cancellation.follow-answer'",
    );
    return body.status === SHOWN[word];
  });
  expect(stage.sat.books.documents.get(uuid)?.state).toBe(STATES[word]);
  expect(await requestOf(uuid)).toMatchObject({
    ...{ status: SHOWN[word], answer: { action: word, status: 'taken' } },
  });
  const other = await answer(uuid, OTHER[word]);
  expect([other.status, other.body.code]).toEqual([409, 'cancellation_request_already_answered']);
  expect(await count('PetitionReceived', uuid)).toBe(1);
  expect(await count('PetitionAnswered', uuid)).toBe(1);
  const id = (await requestOf(uuid)).id as string;
  const told = async () =>
    (await stage.query('SELECT type FROM webhooks.events WHERE resource_id = $1 ORDER BY seq', [id])).map(
      ({ type }) => type as string,
    );
  const both = ['cancellation_request.received', 'cancellation_request.answered'];
  await until(async () => (await told()).length >= both.length);
  expect(await told()).toEqual(both);
}

describe('kill -9 on the way of an answer', () => {
  it.each([
    ['before the request is taken note of', 'accept', EVENTS, of('PetitionReceived')],
    ['before it is written down that it is answered', 'reject', EVENTS, of('PetitionAnswerStarted')],
    ['between the PAC’s answer and what is known of it', 'accept', EVENTS, of('PetitionAnswered')],
    ['before a row shows it', 'reject', 'gateway.cancellation_requests', "NEW.status = 'rejected'"],
  ] as const)(
    '%s',
    async (_, word, table, when) => {
      const uuid = await asked();
      await stage.killedAt(table, when, answerOnce(uuid, word));
      await isAnswered(uuid, word);
    },
    120_000,
  );

  it.each([
    ['before', 'reject'],
    ['after', 'accept'],
  ] as const)(
    'while the PAC has it, %s it has handed it on',
    async (when, word) => {
      const uuid = await asked();
      const calls = answersAtPac();
      stage.sw.faults.next('timeout', { ms: 30_000, times: 1, when, operation: 'accept_reject' });
      await stage.killedWhen(() => answersAtPac() > calls, answerOnce(uuid, word));
      await isAnswered(uuid, word);
    },
    120_000,
  );
});
