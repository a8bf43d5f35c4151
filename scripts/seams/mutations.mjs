/**
 * What check:seams breaks, one at a time: each a mistake of the kind that is made where parts of the code meet. `edits`
 * are as apply.mjs has them, with a `find` that must be there exactly once; `specs` are the unit specs that may
 * notice what the compiler does not (no database, browser, network, or files beside the clone).
 */
export const mutations = [
  // ---- commands and their answers ----
  {
    name: 'a retention is canceled for another one by our id, which the tax authority does not know',
    edits: [
      {
        file: 'apps/gateway/src/retentions/cancel-reason.ts',
        find: 'substitution: other.uuid });',
        replace: 'substitution: other.id });',
      },
    ],
    specs: ['apps/gateway/src/retentions/cancel-reason.spec.ts'],
  },
  {
    name: 'the stamp of a retention is recorded of an invoice',
    edits: [
      {
        file: 'apps/invoicing/src/document/outcomes.ts',
        find: "stamp: 'invoicing.record-retention-stamp',",
        replace: "stamp: 'invoicing.record-stamp',",
      },
    ],
    specs: ['apps/invoicing/src/retention/process.spec.ts'],
  },
  {
    name: 'a delayed stamp of a retention leaves its caller waiting, as who is told of it takes it',
    edits: [
      {
        file: 'libs/contracts/src/told/asked.ts',
        find: "case 'RetentionStampingDelayed':\n      return 'keeps';",
        replace: "case 'RetentionStampingDelayed':\n      return 'nothing';",
      },
    ],
    specs: ['libs/contracts/src/told/told.spec.ts'],
  },
  {
    name: 'the outcome of a credit note is told to the credit note, not to the receipt that it gives back',
    edits: [
      {
        file: 'apps/invoicing/src/invoice/process.ts',
        find: "send('receipts.settle-refund', receipts.receipt, {",
        replace: "send('receipts.settle-refund', id, {",
      },
    ],
    specs: ['apps/invoicing/src/invoice/process.spec.ts'],
  },
  {
    name: 'a receipt reopens with what credit notes have given back',
    edits: [
      {
        file: 'apps/receipts/src/receipt/decide.ts',
        find: 'decideOutcome(command, state, leftAfterCredit(state))',
        replace: 'decideOutcome(command, state)',
      },
    ],
    specs: ['apps/receipts/src/refund/decide.spec.ts'],
  },
  {
    name: 'after a piece of a file the process asks for the same piece again',
    edits: [
      {
        file: 'apps/receipts/src/imports/process.ts',
        find: "send('receipts.import-piece', id, { piece: next })",
        replace: "send('receipts.import-piece', id, { piece: event.data.piece })",
      },
    ],
    specs: ['apps/receipts/src/imports/import.spec.ts'],
  },
  {
    name: 'the outcomes of receipts that are made at once are renamed in the answer',
    edits: [
      {
        file: 'libs/contracts/src/messages.ts',
        find: '{ outcomes: readonly NewReceiptOutcome[] }',
        replace: '{ results: readonly NewReceiptOutcome[] }',
      },
    ],
  },
  {
    name: 'the id of a user that was made is renamed in the answer',
    edits: [
      {
        file: 'libs/contracts/src/messages.ts',
        find: '{ user_id: string }\n  >;',
        replace: '{ id: string }\n  >;',
      },
    ],
  },
  {
    name: 'a key that the operator makes for a user is counted as the user’s',
    edits: [
      {
        file: 'apps/standalone/src/keys.ts',
        find: 'operator: true as const',
        replace: 'by_operator: true as const',
      },
    ],
  },
  {
    name: 'a receipt is told apart from its page by another field first',
    edits: [
      {
        file: 'libs/answers/src/receipts/row.ts',
        find: '    key,\n    id: streamId',
        replace: '    id: streamId',
      },
      {
        file: 'libs/answers/src/receipts/row.ts',
        find: "    expires_at,\n    status: 'open',",
        replace: "    expires_at,\n    key,\n    status: 'open',",
      },
    ],
    specs: ['test/answers/receipt-row.spec.ts'],
  },
  {
    name: 'an address is compared as it was written',
    edits: [
      {
        file: 'libs/kernel/src/email.ts',
        find: ".trim().toLowerCase().normalize('NFC')",
        replace: '.trim()',
      },
    ],
    specs: ['apps/organizations/src/user/user.spec.ts'],
  },
  {
    name: 'automatic global invoices are planned for Test twice, and for Live never',
    edits: [
      {
        file: 'apps/receipts/src/automatic/process.ts',
        find: 'return [false, true].map((livemode) =>',
        replace: 'return [false, false].map((livemode) =>',
      },
    ],
    specs: ['apps/receipts/src/automatic/process.spec.ts'],
  },
  {
    name: 'a field of a command is renamed where it is sent',
    edits: [
      {
        file: 'apps/invoicing/src/document/outcomes.ts',
        find: 'send(record.delay, id, { number, reason,',
        replace: 'send(record.delay, id, { number, why: reason,',
      },
    ],
    specs: ['apps/invoicing/src/invoice/process.spec.ts'],
  },
  {
    name: 'a field of a command is renamed in the catalogue',
    edits: [
      {
        file: 'libs/contracts/src/messages.ts',
        find: "'cancellation.follow': Message<{ number: number }>",
        replace: "'cancellation.follow': Message<{ request: number }>",
      },
    ],
  },
  {
    name: 'a field of a command is renamed where the API sends it',
    edits: [
      {
        file: 'apps/gateway/src/customers/customers.ts',
        find: 'const data = { changes, ...edit_link };',
        replace: 'const data = { edits: changes, ...edit_link };',
      },
    ],
  },
  {
    name: 'what a destroyed organization signs with is destroyed by no service',
    edits: [
      {
        file: 'apps/organizations/src/organization/deletion-process.ts',
        find: "send('stamping.destroy-keys', id, {})",
        replace: "send('stamping.forget-keys', id, {})",
      },
    ],
  },
  {
    name: 'the owner’s word for the archives is renamed where the API sends it',
    edits: [
      {
        file: 'apps/gateway/src/organizations/deletion.ts',
        find: 'data: { archived } }',
        replace: 'data: { downloaded: archived } }',
      },
    ],
  },
  {
    name: 'who asks for another role is renamed where the API sends it',
    edits: [
      {
        file: 'apps/gateway/src/organizations/team/team.ts',
        find: 'user_id: userId, role, by: userOf(call.principal)',
        replace: 'user_id: userId, role, asked_by: userOf(call.principal)',
      },
    ],
  },
  {
    name: 'an edit of a role is no grant to those who have it',
    edits: [
      {
        file: 'apps/organizations/src/organization/roles.ts',
        find: 'mayGrant(people, by, operationsOfRole(content.value), operationsOfRole(before))',
        replace: 'mayGrant(people, by, operationsOfRole(before), operationsOfRole(before))',
      },
    ],
    specs: ['apps/organizations/src/organization/roles.spec.ts'],
  },
  {
    name: 'the operation of a route of an organization is not asked of a person’s role',
    edits: [
      {
        file: 'libs/http/src/authority.ts',
        find: '    keepToRole(operations, row);\n    return user;',
        replace: '    return user;',
      },
    ],
    specs: ['libs/http/src/authority.spec.ts'],
  },
  {
    name: 'a person acts for an organization that is deleted',
    edits: [
      {
        file: 'libs/http/src/authority.ts',
        find: 'if (id === undefined || !operations || closed)',
        replace: 'if (id === undefined || !operations)',
      },
    ],
    specs: ['libs/http/src/authority.spec.ts'],
  },
  {
    name: 'what a person does is recorded as the deed of a key',
    edits: [
      {
        file: 'libs/http/src/authority.ts',
        find: ', keyId: user.keyId, person: user.userId }',
        replace: ', keyId: user.keyId }',
      },
    ],
    specs: ['libs/http/src/authority.spec.ts'],
  },
  {
    name: 'Live keys stay open while an organization is deleted',
    edits: [
      {
        file: 'libs/answers/src/organization-deletion.ts',
        find: '  ...NO_KEYS,',
        replace: '  ...{ key_hashes: [], test_key_id: null, test_key_first_12: null },',
      },
    ],
  },
  {
    name: 'a notice of a certificate is sent without its days',
    edits: [
      {
        file: 'apps/organizations/src/organization/expiry-process.ts',
        find: 'const { notice, at: _at, ...data } = event.data;',
        replace: 'const { notice, at: _at, days_left: _days, ...data } = event.data;',
      },
    ],
  },
  {
    name: 'a notice about security is sent without who did it',
    edits: [
      {
        file: 'apps/organizations/src/security-notices.ts',
        find: '{ ...what, actor, at, revision }',
        replace: '{ ...what, at, revision }',
      },
    ],
  },
  {
    name: 'a notice of a webhook is sent without what is the matter',
    edits: [
      {
        file: 'apps/webhooks/src/notices/process.ts',
        find: "return { webhook_id, matter: { kind: 'disabled', reason }, at };",
        replace: 'return { webhook_id, reason, at };',
      },
    ],
  },
  {
    name: 'mails about webhooks begin with what happened before the upgrade',
    edits: [
      {
        file: 'apps/webhooks/src/notices/process.ts',
        find: "  begins: 'now',\n",
        replace: '',
      },
    ],
    specs: ['apps/webhooks/src/notices/process.spec.ts'],
  },
  {
    name: 'attempts are asked for by a filter that the log does not know',
    edits: [
      {
        file: 'apps/gateway/src/webhooks/attempts.ts',
        find: 'const filters = { event_id: event, kind: null,',
        replace: 'const filters = { event: event, kind: null,',
      },
    ],
  },
  {
    name: 'notices about security begin with what happened years ago',
    edits: [
      {
        file: 'apps/organizations/src/security-notices.ts',
        find: "  begins: 'now',\n",
        replace: '',
      },
    ],
    specs: ['apps/organizations/src/security-notices.spec.ts'],
  },
  {
    name: 'the row of an organization has its Live keys without their limits',
    edits: [
      {
        file: 'libs/contracts/src/organization-keys.ts',
        find: '    ...(operations && { operations }),\n',
        replace: '',
      },
    ],
    specs: ['test/answers/organization-keys.spec.ts'],
  },
  {
    name: 'an uploaded certificate is sent by another name than it is kept by',
    edits: [
      {
        file: 'apps/gateway/src/organizations/certificates.ts',
        find: 'data: { kind, upload: upload.value } }',
        replace: 'data: { kind, sealed: upload.value } }',
      },
    ],
  },
  {
    name: 'a certificate comes into use without whether a Live document was stamped',
    edits: [
      {
        file: 'apps/gateway/src/organizations/certificates.ts',
        find: 'const data = { kind, facts, stamped_live, ...',
        replace: 'const data = { kind, facts, ...',
      },
    ],
  },
  {
    name: 'the facts of a kept certificate are answered without what it is good for',
    edits: [
      {
        file: 'apps/stamping/src/certificates/commands.ts',
        find: 'facts: { ...factsOf(certificate), use: use.value }',
        replace: 'facts: { ...factsOf(certificate) }',
      },
    ],
  },
  {
    name: 'a certificate in use is named by another field to who signs',
    edits: [
      {
        file: 'apps/stamping/src/certificates/process.ts',
        find: "send('stamping.use-certificate', id, { serial_number })",
        replace: "send('stamping.use-certificate', id, { number: serial_number })",
      },
    ],
  },
  {
    name: 'a certificate that was replaced is destroyed while documents under way need it',
    edits: [
      {
        file: 'apps/stamping/src/certificates/process.ts',
        find: "[use, forgetLater(id, replaces, at, 'replaced')]",
        replace: "[use, forget(id, 'csd', replaces, at, 'replaced')]",
      },
    ],
    specs: ['apps/stamping/src/certificates/process.spec.ts'],
  },
  {
    name: 'the row of an organization does not have what its certificate is good for',
    edits: [
      {
        file: 'libs/answers/src/organization-certificates.ts',
        find: '  serial_number,\n  use,\n});',
        replace: '  serial_number,\n});',
      },
    ],
    specs: ['test/answers/organization-steps.spec.ts'],
  },
  {
    name: 'a field of a command of keys is renamed where the API sends it',
    edits: [
      {
        file: 'apps/gateway/src/organizations/live-keys.ts',
        find: 'const data = { key_id: keyId };',
        replace: 'const data = { key: keyId };',
      },
    ],
  },
  {
    name: 'a renewed Test key takes the Live keys out of the row by which they are found',
    edits: [
      {
        file: 'libs/answers/src/organization-keys.ts',
        find: 'key_hashes: [hash, ...live_keys.map((key) => key.hash)],',
        replace: 'key_hashes: [hash],',
      },
    ],
    specs: ['test/answers/organization-keys.spec.ts'],
  },
  {
    name: 'the address of a logo is written otherwise than it is read',
    edits: [
      {
        file: 'libs/contracts/src/organization-look.ts',
        find: '`/v2/logos/${organizationId}/',
        replace: '`/v2/images/${organizationId}/',
      },
    ],
    specs: ['libs/contracts/src/organization-look.spec.ts'],
  },
  {
    name: "a field of a command's answer is renamed",
    edits: [
      {
        file: 'libs/contracts/src/invoicing.ts',
        find: 'export interface InvoiceAsked {\n  readonly number: number;',
        replace: 'export interface InvoiceAsked {\n  readonly issue: number;',
      },
    ],
  },
  {
    name: "a field of a command's answer is read under another name",
    edits: [
      {
        file: 'apps/gateway/src/files/printing.ts',
        find: 'const { content_key } = printed.value.data;',
        replace: 'const { key: content_key } = printed.value.data;',
      },
    ],
  },
  {
    name: 'a command answers with a field of another name',
    edits: [
      {
        file: 'apps/customers/src/customer/commands/create.ts',
        find: '{ customer_id, created: true }',
        replace: '{ id: customer_id, created: true }',
      },
    ],
  },
  {
    name: 'a command that nobody serves',
    edits: [
      {
        file: 'libs/contracts/src/messages.ts',
        find: "  'products.delete': Message<Nothing>;",
        replace: "  'products.delete': Message<Nothing>;\n  'products.archive': Message<Nothing>;",
      },
    ],
  },
  {
    name: 'a line of commands that no service has',
    edits: [
      {
        file: 'libs/contracts/src/messages.ts',
        find: "  'products.delete': Message<Nothing>;",
        replace: "  'products.delete': Message<Nothing>;\n  'refunds.create': Message<Nothing>;",
      },
    ],
  },
  {
    name: 'a command whose handler is taken away',
    edits: [
      {
        file: 'apps/stamping/src/stamping.module.ts',
        find: "  'stamping.stamp': StampHandler,\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a handler whose decorator names another command',
    edits: [
      {
        file: 'apps/invoicing/src/invoice/commands/stamping.ts',
        find: '@CommandHandler(RecordDelayCommand)',
        replace: '@CommandHandler(RecordFailureCommand)',
      },
    ],
    specs: ['test/seams/handlers.spec.ts'],
  },
  {
    name: 'a handler that takes the data of another command',
    edits: [
      {
        file: 'apps/invoicing/src/invoicing.module.ts',
        find: "'invoicing.record-delay': RecordDelayHandler",
        replace: "'invoicing.record-delay': RecordStampHandler",
      },
    ],
  },
  {
    name: 'a command is sent under a name that does not exist',
    edits: [
      {
        file: 'apps/stamping/src/stamping/process.ts',
        find: "send('stamping.stamp'",
        replace: "send('stamping.retry'",
      },
    ],
  },
  {
    name: 'a process plans a command with data that is not its own',
    edits: [
      {
        file: 'apps/notifications/src/mail/process.ts',
        find: '{ attempt: attempt + 1 }',
        replace: '{ tries: attempt + 1 }',
      },
    ],
  },
  {
    name: 'a line of commands without its topic',
    edits: [{ file: 'libs/contracts/src/command-lines.ts', find: '  stamping: true,\n', replace: '' }],
  },

  {
    name: 'a status is asked for without saying of what kind the document is',
    edits: [
      {
        file: 'apps/cancellation/src/cancellation/authority.ts',
        find: '  kind: kindOf(document),\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a retention that is not cancelled has the codes of invoices',
    edits: [
      {
        file: 'apps/cancellation/src/cancellation/answers.ts',
        find: 'codeFor(document, rootCode(',
        replace: 'codeFor({}, rootCode(',
      },
    ],
    specs: ['apps/cancellation/src/cancellation/answers.spec.ts'],
  },

  // ---- events ----
  {
    name: 'a field of an event is renamed',
    edits: [
      {
        file: 'libs/contracts/src/stamping.ts',
        find: "'StampAbandoned', { reason: string;",
        replace: "'StampAbandoned', { why: string;",
      },
    ],
  },
  {
    name: 'an event that nobody evolves',
    edits: [
      {
        file: 'libs/contracts/src/products.ts',
        find: "| DomainEvent<'ProductDeleted'",
        replace: "| DomainEvent<'ProductArchived', { at: string }>\n  | DomainEvent<'ProductDeleted'",
      },
      {
        file: 'libs/contracts/src/public/record-lines.ts',
        find: '  ProductDeleted:',
        replace: "  ProductArchived: internal('is of no concern to others'),\n  ProductDeleted:",
      },
    ],
  },
  {
    name: 'an event of customers that nobody evolves',
    edits: [
      {
        file: 'libs/contracts/src/customers.ts',
        find: "| DomainEvent<'CustomerDeleted', { at: string }>",
        replace:
          "| DomainEvent<'CustomerMerged', { at: string }>\n  | DomainEvent<'CustomerDeleted', { at: string }>",
      },
      {
        file: 'libs/contracts/src/public/record-lines.ts',
        find: '  CustomerDeleted: [',
        replace: "  CustomerMerged: internal('is of no concern to others'),\n  CustomerDeleted: [",
      },
    ],
  },
  {
    name: 'an event that no projection shows',
    edits: [
      {
        file: 'libs/contracts/src/invoicing.ts',
        find: "| DomainEvent<'DraftDeleted', { at: string }>",
        replace:
          "| DomainEvent<'DraftDeleted', { at: string }>\n  | DomainEvent<'DraftPinned', { at: string }>",
      },
      // Everyone who publishes has thought of it; who follows has not.
      {
        file: 'libs/contracts/src/public/invoice-lines.ts',
        find: "StatusChecked: internal('says that nothing is new'),",
        replace:
          "StatusChecked: internal('says that nothing is new'),\n  DraftPinned: internal('is of no concern to others'),",
      },
    ],
  },
  {
    name: 'a consumer of an event that does not exist',
    edits: [
      {
        file: 'apps/invoicing/src/document/outcomes.ts',
        find: "case 'StampUncertain':",
        replace: "case 'StampDelayed':",
      },
    ],
  },
  {
    name: 'a process follows streams that do not exist',
    edits: [
      {
        file: 'apps/cancellation/src/cancellation/process.ts',
        find: "'cancellation-':",
        replace: "'cancelation-':",
      },
    ],
  },
  {
    name: "a process takes the events of other streams than the prefix's",
    edits: [
      {
        file: 'apps/invoicing/src/process.ts',
        find: "'cancellation-': (key",
        replace: "'archive-': (key",
      },
    ],
  },
  {
    name: 'a projection follows streams whose events it does not know',
    edits: [
      {
        file: 'apps/gateway/src/read-models/products.ts',
        find: '  streamPrefix: PRODUCT_STREAM,',
        replace: "  streamPrefix: 'mail-',",
      },
    ],
  },
  {
    name: 'a public event loses a field',
    edits: [
      {
        file: 'libs/contracts/src/public/invoice-types.ts',
        find: '  readonly verification_url: string;\n',
        replace: '',
      },
      {
        file: 'libs/contracts/src/public/retention-types.ts',
        find: '  readonly verification_url: string;\n',
        replace: '',
      },
      {
        file: 'libs/contracts/src/public/document-lines.ts',
        find: '  verification_url: stamp.verification_url,\n',
        replace: '',
      },
    ],
    specs: ['test/events/docs.spec.ts'],
  },

  {
    name: 'a public event loses a field in its type alone',
    edits: [
      {
        file: 'libs/contracts/src/public/invoice-types.ts',
        find: '  readonly stamp_date: Instant;\n',
        replace: '',
      },
    ],
    specs: ['test/events/docs.spec.ts'],
  },

  // ---- rows and tables ----
  {
    name: 'a field of a row is renamed',
    edits: [
      {
        file: 'libs/contracts/src/read-models.ts',
        find: '/** The descriptions, likewise. */\n  readonly search: string;\n  readonly xml_key:',
        replace: '/** The descriptions, likewise. */\n  readonly search: string;\n  readonly xml_file:',
      },
    ],
  },
  {
    name: "a field of the API's answer of an invoice is renamed",
    edits: [
      {
        file: 'libs/contracts/src/invoice-doc.ts',
        find: '  readonly last_checked: string;',
        replace: '  readonly checked_at: string;',
      },
    ],
  },
  {
    name: 'a projection has a column that its row has not',
    edits: [
      {
        file: 'apps/customers/src/customer/twins-projection.ts',
        find: "    fingerprint: 'text',",
        replace: "    finger_print: 'text',",
      },
    ],
  },
  {
    name: 'a projection forgets a column of its row',
    edits: [{ file: 'apps/gateway/src/read-models/products.ts', find: "    sku: 'text',\n", replace: '' }],
  },
  {
    name: 'a projection keeps a value in a column of the wrong type',
    edits: [
      {
        file: 'apps/gateway/src/read-models/customers.ts',
        find: "    livemode: 'boolean',",
        replace: "    livemode: 'text',",
      },
    ],
  },
  {
    name: 'a projection shows a column that no migration makes',
    edits: [
      {
        file: 'apps/customers/src/customer/twins-projection.ts',
        find: '  readonly fingerprint: string;',
        replace: '  readonly fingerprint: string;\n  readonly note: string;',
      },
      {
        file: 'apps/customers/src/customer/twins-projection.ts',
        find: '  fingerprint: fingerprintOf(fields),',
        replace: "  fingerprint: fingerprintOf(fields),\n  note: '',",
      },
      {
        file: 'apps/customers/src/customer/twins-projection.ts',
        find: "    fingerprint: 'text',",
        replace: "    fingerprint: 'text',\n    note: 'text',",
      },
    ],
    specs: ['test/seams/tables.spec.ts'],
  },
  {
    name: 'a table is made with a column of another name',
    edits: [
      {
        file: 'libs/hosting/src/owners/past/invoicing.ts',
        find: /^( +)timbre_xml( +text,)$/m,
        replace: '$1timbre$2',
      },
    ],
    specs: ['test/seams/tables.spec.ts'],
  },
  {
    name: 'a table that the API reads stays with the service',
    edits: [{ file: 'libs/hosting/src/owners/schemas.ts', find: "  'customers.products',\n", replace: '' }],
    specs: ['test/seams/tables.spec.ts'],
  },
  {
    name: "a service reads another's table",
    edits: [
      {
        file: 'apps/notifications/src/mail/mailbox-transport.ts',
        find: 'SELECT id FROM (',
        replace: 'SELECT id FROM gateway.invoices UNION SELECT id FROM (',
      },
    ],
    specs: ['test/seams/owners.spec.ts'],
  },
  {
    name: "a service reads another's table by the catalogue",
    edits: [
      {
        file: 'apps/notifications/src/mail/mailbox-transport.ts',
        find: "import { mailboxTable, sealedMailName, type MailHead } from '#contracts';",
        replace:
          "import { mailsReadModel, sealedMailName, type MailHead } from '#contracts';\n\nconst mailboxTable = mailsReadModel.table;",
      },
    ],
    specs: ['test/seams/owners.spec.ts'],
  },
  {
    name: 'a query gives a column another name than its type says',
    edits: [
      {
        file: 'apps/gateway/src/history/document-history.ts',
        find: 'SELECT test_key_id, test_key_first_12, live_keys',
        replace: 'SELECT test_key_id, test_key_first_12 AS begins, live_keys',
      },
    ],
    specs: ['test/seams/queries.spec.ts'],
  },
  {
    name: 'a query with a named type reads fewer columns than the type says',
    edits: [
      {
        file: 'apps/gateway/src/zip-requests/zip-requests.ts',
        find: 'SELECT year, month, status, parts, size',
        replace: 'SELECT year, month, status, size',
      },
    ],
    specs: ['test/seams/queries.spec.ts'],
  },
  {
    name: 'a column that is read is left out of its list',
    edits: [
      {
        file: 'apps/gateway/src/invoices/queries.ts',
        find: "'revision', 'status', 'outcome'",
        replace: "'revision', 'outcome'",
      },
    ],
  },
  {
    name: 'a stored answer is read by a name that it has not',
    edits: [
      {
        file: 'apps/gateway/src/invoices/cancel-reason.ts',
        find: 'parseInvoiceDoc(doc).related_documents',
        replace: 'parseInvoiceDoc(doc).relations',
      },
    ],
  },
  {
    name: 'a field of a body reaches no content',
    edits: [
      {
        file: 'apps/gateway/src/invoices/content.ts',
        find: '  external_id: (sent) => sent ?? null,\n',
        replace: '',
      },
    ],
  },

  // ---- documents ----
  {
    name: 'an attribute is missing in the XML that is written',
    edits: [
      {
        file: 'libs/cfdi/src/document/generated/xml.ts',
        find: ' Exportacion="${c.exportacion}"',
        replace: '',
      },
    ],
    specs: ['libs/cfdi/src/document/one-description.spec.ts'],
  },
  {
    name: 'an attribute is missing in the cadena original',
    edits: [{ file: 'libs/cfdi/src/document/generated/cadena.ts', find: '|${c.exportacion}', replace: '' }],
    specs: ['libs/cfdi/src/document/one-description.spec.ts'],
  },
  {
    name: 'an attribute is missing in the table of CFDI 4.0',
    edits: [
      {
        file: 'libs/cfdi/src/schemas/standards/cfdi/cfdi-40.ts',
        find: "        Exportacion: key('c_Exportacion'),\n",
        replace: '',
      },
      {
        file: 'libs/cfdi/src/schemas/standards/cfdi/cfdi-40.ts',
        find: 'TipoDeComprobante Exportacion MetodoPago?',
        replace: 'TipoDeComprobante MetodoPago?',
      },
    ],
    specs: ['libs/cfdi/src/document/one-description.spec.ts'],
  },

  {
    name: 'the limit of webhooks counts those that were deleted',
    edits: [
      {
        file: 'libs/contracts/src/webhooks.ts',
        find: "if (event.type === 'WebhookDeleted') return webhooks.filter(({ id }) => id !== webhook_id);",
        replace: "if (event.type === 'WebhookDeleted') return webhooks;",
      },
    ],
    specs: ['apps/webhooks/src/endpoint/decide.spec.ts'],
  },
  {
    name: 'a command of webhooks that is in no table of handlers',
    edits: [
      {
        file: 'apps/webhooks/src/endpoint/handlers.ts',
        find: "  'webhooks.rotate-secret': RotateWebhookSecretHandler,\n",
        replace: '',
      },
    ],
  },

  // ---- routes ----
  {
    name: 'a route without an operation',
    edits: [
      {
        file: 'apps/gateway/src/routes.ts',
        find: "operation: 'write.products.delete', ",
        replace: '',
      },
    ],
  },
  {
    name: 'a route whose operation is of no group',
    edits: [
      {
        file: 'apps/gateway/src/routes.ts',
        find: "'write.products.delete'",
        replace: "'write.refunds.delete'",
      },
    ],
  },
  {
    name: 'a route without a row',
    edits: [
      {
        file: 'apps/gateway/src/routes.ts',
        find: /^ {2}'DELETE \/v2\/products\/:product_id'.*$/m,
        replace: '',
      },
    ],
    specs: ['apps/gateway/src/routes.spec.ts'],
  },
  {
    name: 'a controller with a route that the table has not',
    edits: [
      {
        file: 'apps/gateway/src/products/products.controller.ts',
        find: "@Delete(':product_id')",
        replace: "@Delete(':product_id/prices')",
      },
    ],
    specs: ['apps/gateway/src/routes.spec.ts'],
  },
  {
    name: 'an aggregate whose streams are those of another',
    edits: [
      {
        file: 'apps/stamping/src/stamping/stampings.ts',
        find: 'stream: STAMPING_STREAM',
        replace: "stream: 'cancellation-'",
      },
    ],
  },
  {
    name: 'an optional field of a command is renamed in a variable',
    edits: [
      {
        file: 'apps/gateway/src/customers/customers.ts',
        find: 'const data = { changes, ...edit_link };',
        replace: 'const data = { changes, link: edit_link.edit_link };',
      },
    ],
  },
  {
    name: 'an optional field of a command is renamed in a spread',
    edits: [
      {
        file: 'apps/gateway/src/invoices/create.controller.ts',
        find: 'data: { ...data, later } } as const;',
        replace: 'data: { ...data, delayed: later } } as const;',
      },
    ],
  },
  {
    name: 'a condition on a column that its table has not',
    edits: [
      {
        file: 'apps/customers/src/customer/twins.ts',
        find: 'AND fingerprint = $3',
        replace: 'AND print = $3',
      },
    ],
    specs: ['test/seams/columns.spec.ts'],
  },
  {
    name: 'a table of a schema that nobody makes',
    edits: [
      {
        file: 'apps/invoicing/src/invoice/reservations.ts',
        find: 'UPDATE invoicing.folio_counters',
        replace: 'UPDATE invoices.folio_counters',
      },
    ],
    specs: ['test/seams/owners.spec.ts'],
  },
  {
    name: 'the answer to a change of settings is read by another name',
    edits: [
      {
        file: 'apps/gateway/src/organizations/settings.ts',
        find: '!sent.value.data.link',
        replace: '!sent.value.data.mailed',
      },
    ],
  },
  {
    name: 'a domain is reserved in a table that nobody makes',
    edits: [
      {
        file: 'apps/organizations/src/organization/domains.ts',
        find: 'INSERT INTO organizations.domains',
        replace: 'INSERT INTO organizations.names',
      },
    ],
    specs: ['test/seams/owners.spec.ts'],
  },
  {
    name: 'the widget is told of a page under another name than it draws',
    edits: [
      {
        file: 'apps/gateway/src/portal/self-invoice/widget/screens.ts',
        find: '  preview: (view, typed, { send })',
        replace: '  plan: (view, typed, { send })',
      },
    ],
    specs: ['apps/gateway/src/portal/self-invoice/widget/widget.spec.ts'],
  },
  {
    name: 'a ticket is rendered without being told how wide its paper is',
    edits: [
      {
        file: 'apps/gateway/src/receipts/files/receipt-files.ts',
        find: 'organization, ...paper, ...(await',
        replace: 'organization, format: paper.format, ...(await',
      },
    ],
  },
  {
    name: 'a host of a portal is sent under another name',
    edits: [
      {
        file: 'apps/gateway/src/organizations/settings.ts',
        find: 'const data = { custom_domain: host };',
        replace: 'const data = { customDomain: host };',
      },
    ],
  },
  {
    name: 'whether an invitation made a user is read by another name',
    edits: [
      {
        file: 'apps/gateway/src/organizations/invitation-links.ts',
        find: 'const { new_user: made } = sent.value.data;',
        replace: 'const { user: made } = sent.value.data;',
      },
    ],
  },
  {
    name: 'the person who accepts an invitation is sent under another name',
    edits: [
      {
        file: 'apps/gateway/src/organizations/invitation-links.ts',
        find: '...(person && { person })',
        replace: '...(person && { user: person })',
      },
    ],
  },
  // ---- the audit log ----
  {
    name: 'answers leave without the audit log',
    edits: [
      {
        file: 'libs/http/src/app.ts',
        find: '  auditRequests(fastify, app.get<RequestAudit>(REQUEST_AUDIT, { strict: false }));\n',
        replace: '',
      },
    ],
    specs: ['libs/http/src/audit.spec.ts'],
  },
  {
    name: 'whoever sends a header writes into the audit log of others',
    edits: [
      {
        file: 'apps/gateway/src/audit/judge.ts',
        find: 'asked !== undefined || !takesOrganizationHeader(row)',
        replace: 'asked !== undefined',
      },
    ],
    specs: ['apps/gateway/src/audit/judge.spec.ts'],
  },
  {
    name: 'a column of the audit log is written that no migration makes',
    edits: [
      {
        file: 'apps/gateway/src/audit/audit.migration.ts',
        find: '        resource_type   text NOT NULL,\n',
        replace: '        resource_kind   text NOT NULL,\n',
      },
    ],
    specs: ['test/seams/columns.spec.ts', 'test/seams/tables.spec.ts'],
  },
  {
    name: 'a webhook reaches our database by another address of this machine',
    edits: [
      {
        file: 'libs/hosting/src/outgoing/own-places.ts',
        find: "if (host === 'localhost' || isLoopback(host)) this.listening.add(port);\n    else if",
        replace: 'if',
      },
    ],
    specs: ['libs/hosting/src/outgoing/own-places.spec.ts'],
  },
  {
    name: 'while a secret is changed, the SDKs get a signature of the one that they do not have yet',
    edits: [
      {
        file: 'apps/webhooks/src/sending/sign.ts',
        find: 'secrets.find(({ old }) => old) ?? secrets[0]',
        replace: 'secrets[0]',
      },
    ],
    specs: ['apps/webhooks/src/sending/sign.spec.ts'],
  },

  // ---- test clocks ----
  {
    name: 'a certificate is destroyed by the Test clock of its organization',
    edits: [
      {
        file: 'libs/contracts/src/above-environments.ts',
        find: "  'stamping.forget-certificate',\n",
        replace: '',
      },
    ],
    specs: ['libs/contracts/src/above-environments.spec.ts'],
  },
  {
    name: 'a service handles what has come due by a Test clock of which it has not heard',
    edits: [
      {
        file: 'libs/hosting/src/runtime/keep-up-with-clocks.ts',
        find: 'if (followsTestClock(command)) await clock.meet(command.time, command.tenant);',
        replace: 'void [followsTestClock, clock];',
      },
    ],
    specs: ['libs/hosting/src/runtime/keep-up-with-clocks.spec.ts'],
  },
  {
    name: 'a delivery is signed for the endpoint in place of the event',
    edits: [
      {
        file: 'apps/webhooks/src/deliveries/parts.ts',
        find: 'signedHeaders({ eventId, body,',
        replace: 'signedHeaders({ eventId: webhook.id, body,',
      },
    ],
    specs: ['apps/webhooks/src/deliveries/parts.spec.ts'],
  },
  {
    name: 'an endpoint is sent what its resource is now, not what it was',
    edits: [
      {
        file: 'libs/answers/src/told-events/event.ts',
        find: 'events.filter((event) => event.revision <= revision)',
        replace: 'events.filter((event) => event.revision >= 0)',
      },
    ],
    specs: ['libs/answers/src/told-events/event.spec.ts'],
  },
  {
    name: 'who had no room for an event on a stream is given the next one, and never that',
    edits: [
      {
        file: 'apps/gateway/src/event-stream/tail.ts',
        find: 'taking = taking.filter((listener) => listener.takesMore);',
        replace: 'taking = group.filter((listener) => listener.takesMore);',
      },
    ],
    specs: ['apps/gateway/src/event-stream/tail.spec.ts'],
  },
  {
    name: 'the listener for laptops signs with the bytes of the secret where the SDKs take its text',
    edits: [
      {
        file: 'packages/timbra/src/sign.mjs',
        find: "createHmac('sha256', secret)",
        replace: "createHmac('sha256', key)",
      },
    ],
    specs: ['packages/timbra/test/parts.spec.ts'],
  },
  {
    name: 'a line of a global invoice comes to the subtotal of its receipt',
    edits: [
      {
        file: 'libs/billing/src/receipts/ticket.ts',
        find: 'const total = decimal(totals.total);',
        replace: 'const total = decimal(totals.subtotal);',
      },
    ],
    specs: ['libs/billing/src/receipts/global-invoice.spec.ts'],
  },
  {
    name: 'who rules out what was begun with a receipt does so at whatever revision it is at',
    edits: [
      {
        file: 'apps/receipts/src/receipt/decide.ts',
        find: 'if (revisionOf(state) !== revision) return [];',
        replace: '',
      },
    ],
    specs: ['apps/receipts/src/receipt/decide.spec.ts'],
  },
  {
    name: 'receipts whose invoice was canceled as a sale that never was hear of no motive',
    edits: [
      {
        file: 'apps/invoicing/src/invoice/receipts.ts',
        find: 'motive: motive ?? null,',
        replace: 'motive: null,',
      },
    ],
    specs: ['apps/invoicing/src/invoice/decide-receipts.spec.ts'],
  },

  // ---- received documents, suppliers, downloads, exports ----
  {
    name: 'received: a document that is here already is imported once more as if it were news',
    edits: [
      {
        file: 'apps/invoicing/src/invoice/decide-import.ts',
        find: "  state.status === 'absent'\n    ? ok([{ type: 'InvoiceImported'",
        replace: "  state.status !== 'canceled'\n    ? ok([{ type: 'InvoiceImported'",
      },
    ],
    specs: ['apps/invoicing/src/invoice/decide-import.spec.ts'],
  },
  {
    name: 'received: an answer that lags behind takes back that the tax authority has a document',
    edits: [
      {
        file: 'apps/invoicing/src/invoice/decide-import.ts',
        find: "const lags = said.status === 'not_found' && before.status === 'valid';",
        replace: 'const lags = false;',
      },
    ],
    specs: ['apps/invoicing/src/invoice/decide-sat-status.spec.ts'],
  },
  {
    name: 'received: an invoice whose payment is canceled at the tax authority stays paid',
    edits: [
      {
        file: 'apps/invoicing/src/invoice/process.ts',
        find: 'return event.data.pays ? [matchPayments(id)] : nothing(event);',
        replace: 'return nothing(event);',
      },
    ],
    specs: ['apps/invoicing/src/invoice/process.spec.ts'],
  },
  {
    name: 'received: what pays a document is read under a name that its type does not have',
    edits: [
      {
        file: 'apps/invoicing/src/invoice/paid-documents.ts',
        find: "const COLUMNS = 'uuid, payment_id AS payment, amount::text, installment, invoice_id AS invoice';",
        replace: "const COLUMNS = 'uuid, payment_id AS payment, amount::text, installment, invoice_id';",
      },
    ],
    specs: ['test/seams/queries.spec.ts'],
  },
  {
    name: 'received: what pays a document is noted in a column that no migration makes',
    edits: [
      {
        file: 'apps/invoicing/src/invoice/paid-documents.ts',
        find: 'uuid, payment_id, amount, installment)',
        replace: 'uuid, payment, amount, installment)',
      },
    ],
    specs: ['test/seams/columns.spec.ts'],
  },
  {
    name: 'received: credit notes are added to the taxes of a month',
    edits: [
      {
        file: 'libs/billing/src/cash-flow/flow.ts',
        find: "flowAtOnce(document, 'nota_de_credito', -1n, context.offUnpaid)",
        replace: "flowAtOnce(document, 'nota_de_credito', 1n, context.offUnpaid)",
      },
    ],
    specs: ['libs/billing/src/cash-flow/flow.spec.ts'],
  },
  {
    name: 'received: a payment of an invoice that was paid at once counts once more',
    edits: [
      {
        file: 'libs/billing/src/cash-flow/flow.ts',
        find: 'if (counted.includes(document.uuid)) continue;',
        replace: '',
      },
    ],
    specs: ['libs/billing/src/cash-flow/flow.spec.ts'],
  },
  {
    name: 'received: a credit note gives back what nobody has paid',
    edits: [
      {
        file: 'libs/billing/src/cash-flow/unpaid.ts',
        find: 'payment.day <= day ? rest - payment.amount : rest',
        replace: 'rest - payment.amount',
      },
    ],
    specs: ['libs/billing/src/cash-flow/unpaid.spec.ts'],
  },
  {
    name: 'received: an invoice that is paid later counts in the month of its issue too',
    edits: [
      {
        file: 'libs/billing/src/cash-flow/flow.ts',
        find: "if (document.type === 'I' && document.payment_method === 'PUE')",
        replace: "if (document.type === 'I')",
      },
    ],
    specs: ['libs/billing/src/cash-flow/flow.spec.ts'],
  },
  {
    name: 'received: the stamp of another document counts',
    edits: [
      {
        file: 'libs/cfdi/src/reading/received.ts',
        find: "if (!verified.timbre?.selloCfd) return refused('stamp_of_another', uuid);",
        replace: "if (!verified.timbre) return refused('stamp_of_another', uuid);",
      },
    ],
    specs: ['apps/reception/src/import/read.worker.spec.ts'],
  },
  {
    name: 'received: a stamp of the test world counts in Live',
    edits: [
      {
        file: 'apps/reception/src/import/material.ts',
        find: 'rfc === TEST_PAC_RFC && !tenant.livemode',
        replace: 'rfc === TEST_PAC_RFC',
      },
    ],
    specs: ['apps/reception/src/import/material.spec.ts'],
  },
  {
    name: 'received: a document counts that was sealed with somebody else’s certificate',
    edits: [
      {
        file: 'libs/cfdi/src/reading/received.ts',
        find: "if (!isHolder(emisor, model.value)) return refused('holder', uuid);",
        replace: 'void isHolder;',
      },
    ],
    specs: ['apps/reception/src/import/read.worker.spec.ts'],
  },
  {
    name: 'received: a ZIP unpacks to as much as it likes in all',
    edits: [
      {
        file: 'apps/reception/src/import/zip.ts',
        find: "if (unzipped > MOST_UNZIPPED_BYTES) throw new BadZip('invoice_import_too_large');",
        replace: 'void MOST_UNZIPPED_BYTES;',
      },
    ],
    specs: ['apps/reception/src/import/zip.spec.ts'],
  },
  {
    name: 'received: a file of a ZIP that is packed too well is unpacked',
    edits: [
      {
        file: 'apps/reception/src/import/zip.ts',
        find: 'uncompressedSize > compressedSize * MOST_RATIO',
        replace: 'uncompressedSize * MOST_RATIO < compressedSize',
      },
    ],
    specs: ['apps/reception/src/import/zip.spec.ts'],
  },
  {
    name: 'received: the watch asks about what a natural person issued for a month too short',
    edits: [
      {
        file: 'apps/reception/src/watch/schedule.ts',
        find: "issuer_rfc.length === MORAL ? '04' : '05'",
        replace: "issuer_rfc.length >= MORAL ? '04' : '05'",
      },
    ],
    specs: ['apps/reception/src/watch/schedule.spec.ts'],
  },
  {
    name: 'received: a look of the watch that nobody answered uses up its place in the schedule',
    edits: [
      {
        file: 'apps/reception/src/watch/schedule.ts',
        find: "{ kind: 'in', ms, step, misses: misses + 1 }",
        replace: "{ kind: 'in', ms, step: step + 1, misses: misses + 1 }",
      },
    ],
    specs: ['apps/reception/src/watch/schedule.spec.ts'],
  },
  {
    name: 'received: a request to cancel is answered otherwise while the first answer may be at the tax authority',
    edits: [
      {
        file: 'apps/cancellation/src/petition/decide.ts',
        find: 'const before = state.open?.answer ?? state.perhaps;\n  if (before !== null && before !== answer)',
        replace: 'const before = state.open?.answer ?? null;\n  if (before !== null && before !== answer)',
      },
    ],
    specs: ['apps/cancellation/src/petition/decide.spec.ts'],
  },
  {
    name: 'received: an answered request has the invoice looked at under the id of the request',
    edits: [
      {
        file: 'apps/cancellation/src/petition/process.ts',
        find: "send('invoicing.refresh', invoice, {})",
        replace: "send('invoicing.refresh', id, {})",
      },
    ],
    specs: ['apps/cancellation/src/petition/process.spec.ts'],
  },
  {
    name: 'downloads: one whose place has passed on begins all the same',
    edits: [
      {
        file: 'apps/reception/src/downloads/decide.ts',
        find: "    if (state.attempt !== attempt) return refuse('conflict');\n",
        replace: '',
      },
    ],
    specs: ['apps/reception/src/downloads/decide.spec.ts'],
  },
  {
    name: 'received: an answer to a request that was delayed is taken up under another attempt',
    edits: [
      {
        file: 'apps/cancellation/src/petition/process.ts',
        find: "schedule(due, 'cancellation.follow-answer', id, { number, attempt })",
        replace: "schedule(due, 'cancellation.follow-answer', id, { number, attempt: attempt + 1 })",
      },
    ],
    specs: ['apps/cancellation/src/petition/process.spec.ts'],
  },
  {
    name: 'received: a document is given the supplier whose RFC was another one before',
    edits: [
      {
        file: 'apps/customers/src/supplier/decide.ts',
        find: "if (state.status === 'active' && state.fields.tax_id === tax_id) return ok([]);",
        replace: "if (state.status === 'active') return ok([]);",
      },
    ],
    specs: ['apps/customers/src/supplier/decide.spec.ts'],
  },
  {
    name: 'received: the ids of suppliers are renamed in the answer',
    edits: [
      {
        file: 'libs/contracts/src/messages.ts',
        find: '{ ids: readonly string[]; created: readonly Place[] }',
        replace: '{ suppliers: readonly string[]; created: readonly Place[] }',
      },
    ],
  },
  {
    name: 'received: a package of a download is taken twice',
    edits: [
      {
        file: 'apps/reception/src/downloads/decide.ts',
        find: "if (found.type === 'DownloadPackageTaken' && !part.packages.includes(found.data.package)) return [];",
        replace: '',
      },
    ],
    specs: ['apps/reception/src/downloads/decide.spec.ts'],
  },
  {
    name: 'received: metadata is finished before it was compared',
    edits: [
      {
        file: 'apps/reception/src/downloads/decide.ts',
        find: "state.asked.format === 'metadata' ? 'DownloadFetched' : 'DownloadFinished'",
        replace: "state.asked.format === 'xml' ? 'DownloadFetched' : 'DownloadFinished'",
      },
    ],
    specs: ['apps/reception/src/downloads/decide.spec.ts'],
  },
  {
    name: 'received: halves of a day leave out a second between them',
    edits: [
      {
        file: 'apps/reception/src/downloads/parts.ts',
        find: 'from: local(middle + 1_000), until',
        replace: 'from: local(middle + 2_000), until',
      },
    ],
    specs: ['apps/reception/src/downloads/decide.spec.ts'],
  },
  {
    name: 'received: all mails of a program with one Message-ID are one mail',
    edits: [
      {
        file: 'apps/gateway/src/inbound-mail/mail-id.ts',
        find: '.update(raw.subarray(bodyAt))',
        replace: '.update(raw.subarray(0, bodyAt * 0))',
      },
    ],
    specs: ['apps/gateway/src/inbound-mail/mail-id.spec.ts'],
  },
  {
    name: 'received: a mail that comes by another way is another mail',
    edits: [
      {
        file: 'apps/gateway/src/inbound-mail/mail-id.ts',
        find: '.update(raw.subarray(bodyAt))',
        replace: '.update(raw.subarray(bodyAt * 0))',
      },
    ],
    specs: ['apps/gateway/src/inbound-mail/mail-id.spec.ts'],
  },
  {
    name: 'received: a name of a supplier is a formula in an export',
    edits: [
      {
        file: 'apps/gateway/src/exports/sheets/csv.ts',
        find: "return kind === 'text' ? harmless(cell) : cell;",
        replace: "return kind === 'amount' ? harmless(cell) : cell;",
      },
    ],
    specs: ['apps/gateway/src/exports/sheets/sheets.spec.ts'],
  },
  {
    name: 'received: foreign customers, who share an RFC, have one sum of taxes',
    edits: [
      {
        file: 'apps/gateway/src/exports/taxes/sums.ts',
        find: "parseRfc(rfc)?.generic === undefined ? '' : name",
        replace: "parseRfc(rfc)?.generic === undefined ? '' : ''",
      },
      {
        file: 'apps/gateway/src/exports/taxes/sums.ts',
        find: 'party: { rfc, name } }',
        replace: 'party: { rfc } }',
      },
    ],
    specs: ['apps/gateway/src/exports/taxes/sums.spec.ts'],
  },

  // ---- the past of streams, as their owner tells it ----
  {
    name: 'past: an owner tells the events of all partitions as those of one',
    edits: [
      {
        file: 'libs/eventing/src/lanes/serve-past.ts',
        find: 'new StorePast(store, partitions, bounds)',
        replace: 'new StorePast(store, 1, bounds)',
      },
    ],
    specs: ['libs/eventing/src/lanes/past-contract.spec.ts'],
  },
  {
    name: 'past: a page is the end before the owner has looked at all that it had',
    edits: [
      {
        file: 'libs/eventing/src/lanes/store-past.ts',
        find: 'page.looked >= head',
        replace: 'page.looked <= head',
      },
    ],
    specs: ['libs/eventing/src/lanes/past-contract.spec.ts'],
  },
  {
    name: 'past: a full page says that there was nothing up to where the owner has read',
    edits: [
      {
        file: 'libs/eventing/src/lanes/store-past.ts',
        find: 'looked: events.at(-1)?.position ?? after, end: false',
        replace: 'looked: page.looked, end: false',
      },
    ],
    specs: ['libs/eventing/src/lanes/past-contract.spec.ts'],
  },
  {
    name: 'past: a lane forgets how far the owner has looked where there was no event',
    edits: [
      {
        file: 'libs/eventing/src/lanes/lane.ts',
        find: 'if (looked > cursor.position) await this.deliver(cursor, events, looked, undefined);',
        replace: 'if (events.length > 0) await this.deliver(cursor, events, looked, undefined);',
      },
    ],
    specs: ['libs/eventing/src/lanes/lanes.spec.ts'],
  },
  {
    name: 'past: it is asked in Test, where an organization may have moved the time',
    edits: [
      {
        file: 'libs/eventing/src/streams/questions.ts',
        find: "{ organizationId: '', livemode: true }",
        replace: "{ organizationId: '', livemode: false }",
      },
    ],
    specs: ['libs/eventing/src/lanes/bus-past.spec.ts', 'libs/eventing/src/streams/bus-streams.spec.ts'],
  },
  {
    name: 'past: an owner that fails to answer tries again, and buries the question',
    edits: [
      {
        file: 'libs/eventing/src/lanes/bus-past.ts',
        find: '{ isQuestion: true, signal,',
        replace: '{ signal,',
      },
    ],
    specs: ['libs/eventing/src/lanes/bus-past.spec.ts'],
  },
  {
    name: 'past: a lane that stops waits for an owner that is away',
    edits: [
      {
        file: 'libs/eventing/src/lanes/bus-past.ts',
        find: '{ isQuestion: true, signal,',
        replace: '{ isQuestion: true,',
      },
    ],
    specs: ['libs/eventing/src/lanes/bus-past.spec.ts'],
  },
  {
    name: 'past: positions are asked for as numbers, which end at 2^53',
    edits: [
      {
        file: 'libs/contracts/src/past.ts',
        find: 'readonly after: string;',
        replace: 'readonly after: number;',
      },
    ],
  },

  // ---- streams of other services, as their owners tell them ----
  {
    name: 'streams: a page that was cut for its size says that it is all there is',
    edits: [
      {
        file: 'libs/eventing/src/streams/serve-streams.ts',
        find: 'end: !isCut && (last',
        replace: 'end: (last',
      },
    ],
    specs: ['libs/eventing/src/streams/streams-contract.spec.ts'],
  },
  {
    name: 'streams: an owner that fails to answer tries again, and buries the question',
    edits: [
      {
        file: 'libs/eventing/src/streams/bus-streams.ts',
        find: '{ isQuestion: true, timeoutMs }',
        replace: '{ timeoutMs }',
      },
    ],
    specs: ['libs/eventing/src/streams/bus-streams.spec.ts'],
  },
  {
    name: 'streams: a caller of the API is answered that we have a bug where the owner of a stream is away',
    edits: [
      {
        file: 'libs/hosting/src/load/unavailable.ts',
        find: '  STREAM_OWNER_AWAY,\n  ...',
        replace: '  ...',
      },
    ],
    specs: ['libs/eventing/src/streams/bus-streams.spec.ts'],
  },
  {
    name: "streams: one's own are asked for over the bus, and others' are looked for in one's own store",
    edits: [
      {
        file: 'libs/eventing/src/streams/stream-reader.ts',
        find: '? store : others',
        replace: '? others : store',
      },
    ],
    specs: ['libs/eventing/src/streams/bus-streams.spec.ts'],
  },
  {
    name: 'streams: of a page of events, all of one stream are shown from what the first of them needs',
    edits: [
      {
        file: 'apps/gateway/src/events/rendering.ts',
        find: 'this.renderFrom(streams, tenant, told, newestOf(told))',
        replace: 'this.renderFrom(streams, tenant, told, told.revision)',
      },
    ],
    specs: ['apps/gateway/src/events/rendering.spec.ts'],
  },

  {
    name: 'webhooks over topics: who is to be told is read before all is stored that happened to endpoints',
    edits: [
      {
        file: 'apps/webhooks/src/events/lane-writes.ts',
        find: 'if (told.length > 0 && !(await endpoints.settle(PATIENCE_MS)))',
        replace: 'if (told.length > 1_000 && !(await endpoints.settle(PATIENCE_MS)))',
      },
    ],
    specs: ['apps/webhooks/src/events/lane-collector.spec.ts'],
  },
  {
    name: 'webhooks over topics: a lane goes on though another process has moved its place',
    edits: [
      {
        file: 'apps/webhooks/src/events/lane-collector.ts',
        find: 'throw new CheckpointMoved(checkpoint);',
        replace: 'return;',
      },
    ],
    specs: ['apps/webhooks/src/events/lane-collector.spec.ts'],
  },
  {
    name: 'webhooks over topics: a lane that gives way takes those along that share its write',
    edits: [
      {
        file: 'apps/webhooks/src/events/lane-writes.ts',
        find: 'return moved;',
        replace: 'return moved.map(() => moved.every(Boolean));',
      },
    ],
    specs: ['apps/webhooks/src/events/lane-collector.spec.ts'],
  },
  {
    name: 'webhooks over topics: endpoints are taken for settled while their lane is behind',
    edits: [
      {
        file: 'apps/webhooks/src/events/settled.ts',
        find: 'reached >= position || ',
        replace: 'reached <= position || ',
      },
    ],
    specs: ['apps/webhooks/src/events/lane-collector.spec.ts'],
  },
  {
    name: "apart: a service may read another one's streams in the store that they share today",
    edits: [
      {
        file: 'libs/hosting/src/runtime/own-streams.ts',
        find: 'read: async (streamId, fromRevision, toRevision) => {\n      check(streamId);\n',
        replace: 'read: async (streamId, fromRevision, toRevision) => {\n',
      },
    ],
    specs: ['libs/hosting/src/runtime/own-streams.spec.ts'],
  },

  {
    name: 'apart: the commands of process managers are kept where the service has its rows',
    edits: [
      {
        file: 'libs/hosting/src/runtime/runtime.ts',
        find: 'new ProcessRunner(pool, process,',
        replace: 'new ProcessRunner(rows, process,',
      },
    ],
    specs: [],
  },
  {
    name: 'apart: rows are waited for in the database that all share',
    edits: [
      {
        file: 'libs/hosting/src/runtime/runtime.ts',
        find: 'new ProjectionWatch(\n    rows,',
        replace: 'new ProjectionWatch(\n    pool,',
      },
    ],
    specs: [],
  },
  {
    name: 'apart: the sealed documents of others are looked for in the database of invoicing',
    edits: [
      {
        file: 'apps/invoicing/src/invoicing.module.ts',
        find: 'useFactory: (pool: SharedPool) => new SealedHere(pool)',
        replace: 'useFactory: (pool: OwnPool) => new SealedHere(pool)',
      },
      {
        file: 'apps/invoicing/src/invoicing.module.ts',
        find: "import type { SharedPool } from '#eventing';",
        replace: "import type { OwnPool } from '#eventing';",
      },
    ],
    specs: [],
  },
  {
    name: 'a webhook reaches the database of a service',
    edits: [
      {
        file: 'libs/hosting/src/outgoing/own-places.ts',
        find: '...[databaseUrl, ...config.ownDatabases.values()].map(',
        replace: '...[databaseUrl].map(',
      },
    ],
    specs: ['libs/hosting/src/outgoing/own-places.spec.ts'],
  },

  // ---- domain events and their lanes ----
  {
    name: 'domain events: a lane passes over what its log lacks',
    edits: [
      {
        file: 'libs/eventing/src/lanes/sift.ts',
        find: 'message.previous > position)',
        replace: 'message.previous > message.position)',
      },
    ],
    specs: ['libs/eventing/src/lanes/lanes.spec.ts'],
  },
  {
    name: 'domain events: a lane believes a header that nobody has sealed',
    edits: [
      {
        file: 'libs/eventing/src/lanes/lane.ts',
        find: '    await message.open();\n',
        replace: '',
      },
    ],
    specs: ['libs/eventing/src/lanes/lanes.spec.ts'],
  },
  {
    name: 'domain events: a lane asks the owner for more than its log lacks',
    edits: [
      {
        file: 'libs/eventing/src/lanes/lane.ts',
        find: 'if (end || (cursor.hole !== undefined && cursor.position >= cursor.hole))',
        replace: 'if (end)',
      },
    ],
    specs: ['libs/eventing/src/lanes/lanes.spec.ts'],
  },
  {
    name: 'domain events: a message is opened under a header that names another event before it',
    edits: [
      {
        file: 'libs/bus/src/kafka/domain/codec.ts',
        find: ' || previous !== previousIn(headers))',
        replace: ')',
      },
    ],
    specs: ['libs/bus/src/kafka/domain/codec.spec.ts'],
  },
  {
    name: 'domain events: a relay trusts tails of partitions that are others by now',
    edits: [
      {
        file: 'libs/eventing/src/relay/tails.ts',
        find: 'return isSame ? tails : noTails(partitions);',
        replace: 'return isSame ? tails : { ...tails, partitions };',
      },
    ],
    specs: ['libs/eventing/src/relay/tails.spec.ts'],
  },
  {
    name: 'domain events: the tails of all shards are taken to reach as far as the first one',
    edits: [
      {
        file: 'libs/eventing/src/relay/tails.ts',
        find: '(one < lowest ? one : lowest)',
        replace: '(one < lowest ? lowest : lowest)',
      },
    ],
    specs: ['libs/eventing/src/relay/tails.spec.ts'],
  },
  {
    name: 'topics: a consumer of own and foreign streams loses the foreign ones',
    edits: [
      {
        file: 'libs/eventing/src/lanes/split-feed.ts',
        find: 'streams: foreign, lane:',
        replace: 'streams: foreign.slice(1), lane:',
      },
    ],
    specs: ['libs/eventing/src/lanes/split-feed.spec.ts'],
  },
  {
    name: 'topics: lanes begin before their consumer has a place',
    edits: [
      {
        file: 'libs/eventing/src/lanes/split-feed.ts',
        find: 'for (const consumer of this.laned) await',
        replace: 'for (const consumer of this.laned.slice(1)) await',
      },
    ],
    specs: ['libs/eventing/src/lanes/split-feed.spec.ts'],
  },
  {
    name: 'topics: back on the feed, the place of own streams counts for those of others',
    edits: [
      {
        file: 'libs/eventing/src/lanes/taken.ts',
        find: 'owns.some((prefix) => streamId.startsWith(prefix))',
        replace: 'owns.some((prefix) => streamId !== prefix)',
      },
    ],
    specs: ['libs/eventing/src/lanes/taken.spec.ts'],
  },
  {
    name: 'topics: a consumer of one process at a time reads the store of others while a part of it is own',
    edits: [
      {
        file: 'libs/eventing/src/lanes/split-feed.ts',
        find: 'consumer.lanedStreams.some((prefix)',
        replace: 'consumer.lanedStreams.every((prefix)',
      },
    ],
    specs: ['libs/eventing/src/lanes/split-feed.spec.ts'],
  },
  {
    name: 'topics: everything is said to be published, while partitions are with nobody',
    edits: [
      {
        file: 'libs/eventing/src/lanes/held-lanes.ts',
        find: 'mark.isTaken() === true && mark.partitions === this.partitions',
        replace: 'mark.isTaken() === true',
      },
    ],
    specs: ['libs/eventing/src/lanes/held-lanes.spec.ts'],
  },
  {
    name: 'topics: everything is said to be published up to a moment after the end of the log was seen',
    edits: [
      {
        file: 'libs/eventing/src/lanes/held-lanes.ts',
        find: 'monotonicMs() - END_AGE_MS;',
        replace: 'monotonicMs();',
      },
    ],
    specs: ['libs/eventing/src/lanes/held-lanes.spec.ts'],
  },
  {
    name: 'topics: the publisher follows no stream whose topic has another name',
    edits: [
      {
        file: 'libs/contracts/src/public/catalogue.ts',
        find: 'aggregate === undefined ? [] : [stream],',
        replace: 'aggregate === undefined || stream !== `${aggregate}-` ? [] : [stream],',
      },
    ],
    specs: ['libs/contracts/src/public/catalogue.spec.ts'],
  },

  // ---- EventStoreDB ----
  {
    name: 'EventStoreDB: a runner stays in the generation of its first start, so a rebuild ends it for ever',
    edits: [
      {
        file: 'libs/eventing/src/projections/runner.ts',
        find: 'this.generation = generation;',
        replace: 'this.generation ||= generation;',
      },
    ],
    specs: ['libs/eventing/src/projections/runner.spec.ts'],
  },
  {
    name: 'EventStoreDB: a runner keeps its rows when a rebuild has replaced them',
    edits: [
      {
        file: 'libs/eventing/src/projections/runner.ts',
        find: 'this.rows.clear();',
        replace: '',
      },
    ],
    specs: ['libs/eventing/src/projections/runner.spec.ts'],
  },
  {
    name: 'EventStoreDB: a checkpoint that the rebuild of a release before broke is healed to its neighbour, not to what was meant',
    edits: [
      {
        file: 'libs/eventing/src/projections/misplaced.ts',
        find: '(await store.isPlace(meant)) ? meant : before',
        replace: '(await store.isPlace(meant)) ? before : before',
      },
    ],
    specs: ['libs/eventing/src/projections/misplaced.spec.ts'],
  },
  {
    name: 'EventStoreDB: a store that was restored from an older backup is followed from wherever it has a place',
    edits: [
      {
        file: 'libs/eventing/src/projections/misplaced.ts',
        find: 'else if (position > (await store.head())) throw new StoreIsBehind(position);',
        replace: 'else if (position > (await store.head())) moves.push({ from: position, to: before });',
      },
    ],
    specs: ['libs/eventing/src/projections/misplaced.spec.ts'],
  },
  {
    name: 'EventStoreDB: events of others are searched by each consumer, from its own checkpoint',
    edits: [
      {
        file: 'libs/event-store/src/eventstoredb/feed-reader.ts',
        find: 'const from = watch.skip(after);',
        replace: 'const from = after;',
      },
    ],
    specs: ['libs/event-store/src/eventstoredb/search.spec.ts'],
  },
  {
    name: 'EventStoreDB: a start searches again what the one before it has searched',
    edits: [
      {
        file: 'libs/event-store/src/eventstoredb/feed-watch.ts',
        find: 'this.cursor = searched.looked;',
        replace: 'this.cursor = searched.newest;',
      },
    ],
    specs: ['libs/event-store/src/eventstoredb/search.spec.ts'],
  },
  {
    name: 'EventStoreDB: while it is known to be away, each request waits for it all the same',
    edits: [
      {
        file: 'libs/event-store/src/eventstoredb/reachability.ts',
        find: 'if (this.outage) throw new EventStoreAway(this.lastError);\n    let end',
        replace: 'let end',
      },
    ],
    specs: ['libs/event-store/src/eventstoredb/away.spec.ts'],
  },
  {
    name: 'EventStoreDB: calls that are under way when it is found to be away wait on',
    edits: [
      {
        file: 'libs/event-store/src/eventstoredb/reachability.ts',
        find: 'for (const end of [...this.ends]) end(new EventStoreAway(this.lastError));',
        replace: '',
      },
    ],
    specs: ['libs/event-store/src/eventstoredb/away.spec.ts'],
  },
  {
    name: 'EventStoreDB: once away, it is away for ever',
    edits: [
      {
        file: 'libs/event-store/src/eventstoredb/reachability.ts',
        find: 'await this.options.ask();\n        this.answered();\n        return;',
        replace: 'await this.options.ask();\n        return;',
      },
    ],
    specs: ['libs/event-store/src/eventstoredb/away.spec.ts'],
  },
];
