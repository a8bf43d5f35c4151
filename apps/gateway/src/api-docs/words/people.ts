import { operationNames } from './operation-names.js';
import type { Words } from './words.js';

const actorTypes = {
  key: 'A key of the organization',
  user: 'A person with a User key',
  link: 'Somebody on a hosted page, by its link',
  operator: 'An operator of the installation, at its console',
  process: 'The service by itself',
};
const outcomes = {
  succeeded: 'It was done',
  denied: 'It was not allowed',
  failed: 'It failed by a fault of the service',
};

/** People: team, invites, roles, users, their keys, the log of who did what, inbound mail. */
export const peopleWords: Words = {
  names: {
    access_id: 'Id of the access, which is the id of the person (`GET …/team`)',
    invite_key: 'Id of the invitation',
    key_id: 'Id of the key, as the list of keys has it: not the key itself',
    organization_id: 'Id of the organization',
    role_id: 'Id of the role (`GET …/team/roles`)',
  },
  values: [
    {
      'org-admin': 'Administrator: every operation',
      'org-readonly': 'Reads everything but keys and the audit log, changes nothing',
      'org-billing': 'Issues and cancels documents; customers, suppliers and products',
      'org-developer': 'Keys, webhooks and the sandbox; reads the audit log',
      'org-team-manager': 'Invites people; their access and roles',
    },
    operationNames(),
  ],
  valuesOf: {
    'AuditLogActor.type': actorTypes,
    actor_type: actorTypes,
    'AuditLogEntry.outcome': outcomes,
    outcome: outcomes,
    'Role.scope': { organization: 'The organization that it belongs to' },
    'InboundReception.status': {
      accepted: 'It is stored, and its documents will be imported',
      duplicate: 'The same mail came before',
      unknown: 'Nobody has the address: it need not be sent again',
    },
    'InboundMailResult.status': {
      imported: 'It was imported: `id` is its invoice',
      duplicate: 'It was there before',
      refused: 'It was not imported: `code` says why',
    },
    'InboundMail.status': {
      processing: 'Its documents are being looked at, which takes seconds',
      processed: 'All of its documents have been looked at',
    },
    'InboundMail.problem': {
      unreadable: 'It is no mail, or is built to be none',
      too_many_files: 'It has more than 200 files: none was imported',
      expired: 'It could not be processed for a week',
    },
  },
};
