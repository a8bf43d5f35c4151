import { auditDocs } from '../../audit/audit.docs.js';
import { inboundMailDocs } from '../../inbound-mail/inbound-mail.docs.js';
import { apiKeysDocs } from '../../organizations/api-keys.docs.js';
import { invitesDocs } from '../../organizations/invites.docs.js';
import { rolesDocs } from '../../organizations/team/roles.docs.js';
import { teamDocs } from '../../organizations/team/team.docs.js';
import { usersDocs } from '../../users/users.docs.js';
import type { OperationDocs } from '../types.js';

/** People: team, invites, roles, users, their keys, the log of who did what, inbound mail. */
export const people = {
  ...teamDocs,
  ...rolesDocs,
  ...invitesDocs,
  ...apiKeysDocs,
  ...usersDocs,
  ...auditDocs,
  ...inboundMailDocs,
} satisfies OperationDocs;
