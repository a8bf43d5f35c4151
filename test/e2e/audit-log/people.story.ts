import { innovacion } from '../../support/bodies.js';
import { addMember, addPerson, removeMember, suspendUser } from '../../support/people.js';
import { describe, expect, it } from '../../support/story.js';
import { newIn, pathOf, refusalOf, told, useStage } from './stage.js';

const stage = useStage();
const runtime = () => stage.api.runtime;
const forOurs = () => ({ 'x-organization-id': stage.organization.id });

describe('people in the audit log', () => {
  it('are told by themselves and not by the organization that they act for', async () => {
    const { api, organization } = stage;
    const { key, userId } = await addMember(runtime(), organization.id, {
      operations: ['write.customers.create'],
    });
    const made = await api.call(key, 'POST /customers', innovacion, forOurs());
    expect(made.status).toBe(201);
    expect(refusalOf(await api.call(key, 'GET /products', undefined, forOurs()))).toEqual([
      ...[403, 'forbidden', 'undefined not_allowed'],
    ]);
    const actor = { type: 'user', id: userId, first_12: key.slice(0, 12) };
    expect(await newIn(stage)).toEqual([
      expect.objectContaining({
        ...{ operation: 'read.products.list', outcome: 'denied' },
        actor: expect.objectContaining(actor),
      }),
      expect.objectContaining({
        ...{ operation: 'write.customers.create', outcome: 'succeeded' },
        actor: expect.objectContaining(actor),
        resource: { type: 'customer', id: made.body.id },
      }),
    ]);
  });

  it('read it by their role; those of no such role are refused, and told', async () => {
    const { api, organization } = stage;
    const reader = await addMember(runtime(), organization.id, { operations: ['read.audit_log.list'] });
    const other = await addMember(runtime(), organization.id, { template: 'org-billing' });
    expect((await api.call(reader.key, `GET ${pathOf(stage)}`)).status).toBe(200);
    for (const accept of ['application/json', 'application/x-ndjson']) {
      const answer = await api.call(other.key, `GET ${pathOf(stage)}`, undefined, { accept });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    const entries = await newIn(stage);
    expect(entries.map(told)).toEqual(Array(2).fill('read.audit_log.list denied'));
    expect(entries[0].actor).toMatchObject({ id: other.userId, first_12: other.key.slice(0, 12) });
  });

  it('who were removed or suspended are told as strangers are', async () => {
    const { api, organization } = stage;
    const removed = await addMember(runtime(), organization.id);
    const suspended = await addMember(runtime(), organization.id);
    await removeMember(runtime(), organization.id, removed.userId);
    await suspendUser(runtime(), suspended.userId);
    const answers = [
      await api.call(removed.key, `GET ${pathOf(stage)}`),
      await api.call(removed.key, 'POST /customers', innovacion, forOurs()),
      await api.call(suspended.key, 'POST /customers', innovacion, forOurs()),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual([
      ...['organization_not_found', 'organization_id_not_allowed', 'user_suspended'],
    ]);
    const entries = await newIn(stage);
    expect(entries.map(told)).toEqual([
      'write.customers.create denied',
      'write.customers.create denied',
      'read.audit_log.list denied',
    ]);
    expect(entries.map(({ actor }) => [actor.id, actor.first_12])).toEqual([
      [suspended.userId, null],
      [removed.userId, null],
      [removed.userId, null],
    ]);
  });

  it('write nothing into logs of others, whatever header they send', async () => {
    const { api } = stage;
    const { key } = await addPerson(runtime());
    const { body: made } = await api.call(key, 'POST /organizations', { name: 'Otra' }, forOurs());
    await api.call(key, `PUT /organizations/${made.id}/customization`, {}, forOurs());
    const { body: keys } = await api.call(key, 'GET /users/me/keys', undefined, forOurs());
    expect((await api.call(key, `DELETE /users/me/keys/${keys[0].id}`, undefined, forOurs())).status).toBe(
      200,
    );
    expect(await newIn(stage)).toEqual([]);
  });
});
