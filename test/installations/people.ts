import { addMember, addPerson } from '../support/people.js';
import type { Json, TestApp } from '../support/app.js';

interface By {
  readonly key: string;
}

/** What people of today do in an organization of then. `name`: of a role that they make. */
export async function workTogether(
  app: TestApp,
  organizationId: string,
  by: By,
  name: string,
): Promise<void> {
  const team = `/organizations/${organizationId}/team`;
  const role = { name, template_code: 'org-billing', add: ['read.audit_log.list'] };
  const { id: made }: Json = await app.post(`${team}/roles`, role, by);
  await app.put(`${team}/roles/${made}`, { remove: ['write.invoices.cancel'] }, by);
  const { id: other }: Json = await app.post(`${team}/roles`, { name: `${name} de noche`, add: [] }, by);
  await app.del(`${team}/roles/${other}`, by);
  const [left, heir, stays] = [
    await addMember(app.runtime, organizationId),
    await addMember(app.runtime, organizationId, { template: 'org-readonly' }),
    await addMember(app.runtime, organizationId),
  ];
  await app.put(`${team}/${left.userId}/role`, { role: made }, by);
  await app.del(`${team}/${left.userId}`, by);
  await app.put(`${team}/${stays.userId}/role`, { role: made }, by);
  await app.post(`${team}/${heir.userId}/ownership`, { share: true }, by);
  const invited = await app.post(`${team}/invites`, { email: 'luz@example.com', role: made }, by);
  await app.post(`${team}/invites`, { email: 'Luz@example.com' }, by);
  await app.del(`${team}/invites/${invited.id}`, by);
  await app.post(`${team}/invites`, { email: 'eva@example.com', role: made }, by);
  const joining = await addPerson(app.runtime);
  const { email } = await app.get('/users/me', { key: joining.key });
  const { id: invite } = await app.post(`${team}/invites`, { email, role: made }, by);
  await app.post(`/organizations/invites/${invite}/response`, { accept: true }, { key: joining.key });
  const narrowed = { name: 'Caja', operations: ['read.invoices.list'], allowed_ips: ['127.0.0.1'] };
  await app.put(`/organizations/${organizationId}/apikeys/live`, narrowed, by);
  await app.post('/users/me/keys', undefined, by);
}
