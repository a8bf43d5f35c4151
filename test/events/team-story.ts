import { addMember, addPerson } from '../support/people.js';
import type { Json, TestApp } from '../support/app.js';

/** Everything that happens among the people of an organization, by its owner. */
export async function tellTeam(app: TestApp): Promise<void> {
  const { key, userId } = await addPerson(app.runtime);
  const { id } = await app.newOrganization(key, 'Con equipo');
  const team = `/organizations/${id}/team`;
  const role = { name: 'Cobranza', template_code: 'org-billing', add: ['read.audit_log.list'] };
  const { id: made }: Json = await app.post(`${team}/roles`, role, { key });
  await app.put(`${team}/roles/${made}`, { remove: ['write.invoices.cancel'] }, { key });
  const [left, heir] = [
    await addMember(app.runtime, id),
    await addMember(app.runtime, id, { template: 'org-readonly' }),
  ];
  await app.put(`${team}/${left.userId}/role`, { role: made }, { key });
  await app.del(`${team}/${left.userId}`, { key });
  await app.del(`${team}/roles/${made}`, { key });
  await app.post(`${team}/${heir.userId}/ownership`, { share: true }, { key });
  await app.del(`${team}/${userId}/ownership`, { key });
}
