// Whose id a request of the collection takes: of what an earlier request of its folder has made. So a folder that is run from its
// first request to its last works, without a value that anybody types in.
import { withDays } from './collection-days.mjs';

/**
 * By the name of a variable: the operation whose answer has it, where in the answer (`id`, if nothing is said), and by which
 * example. Ids whose parameter names a list (`x-example-from`) are found there: of what `POST` to the list answers.
 */
const MADE_BY = {
  organization_id: { by: 'createOrganization' },
  live_key: { by: 'createLiveKey', example: 'whole', at: '' },
  role_id: { by: 'createRole' },
  invite_key: { by: 'createInvite' },
  access_id: { by: 'listTeam', at: '[0].id' },
  live_key_id: { by: 'listLiveKeys', at: '[0].id' },
  other_live_key_id: { by: 'listLiveKeys', at: '.at(-1).id' },
  user_key_id: { by: 'listUserKeys', at: '.at(-1).id' },
  series_name: { by: 'createSeries', at: '.series' },
  draft_invoice_id: { by: 'createInvoice', example: 'draft' },
  unpaid_invoice_id: { by: 'createInvoice', example: 'ppd' },
  draft_retention_id: { by: 'createRetention', example: 'draft' },
  copied_retention_id: { by: 'copyRetention' },
  receipt_key: { by: 'createReceipt', at: '.key' },
  receipt_of_batch_id: { by: 'createReceiptBatch', at: '.data[0].receipt.id' },
  import_id: { by: 'importReceipts' },
  receipt_with_customer_id: { by: 'createReceipt', example: 'customer' },
  event_id: { by: 'listEvents', at: '.data[0].id' },
  attempt_id: { by: 'pingWebhook', at: '.attempt.id' },
  uuid: { by: 'createSandboxSupplierInvoices', example: 'one', at: '.data[0].uuid' },
  token: { by: 'getInvoiceDownloadUrl', at: `.url.split('token=')[1]` },
};

/** Parameters that take another variable than the one of their name. */
const TAKES = {
  updateDraftInvoice: { invoice_id: 'draft_invoice_id' },
  stampDraftInvoice: { invoice_id: 'draft_invoice_id' },
  getInvoicePaymentSummary: { invoice_id: 'unpaid_invoice_id' },
  updateRetention: { retention_id: 'draft_retention_id' },
  stampRetention: { retention_id: 'copied_retention_id' },
  invoiceReceipt: { receipt_id: 'receipt_with_customer_id' },
  assignReceiptCustomer: { receipt_id: 'receipt_of_batch_id' },
  refundReceipt: { receipt_id: 'receipt_with_customer_id' },
  cancelReceipt: { receipt_id: 'receipt_of_batch_id' },
  deleteLiveKey: { key_id: 'live_key_id' },
  deleteLiveKeyByPut: { key_id: 'other_live_key_id' },
  revokeUserKey: { key_id: 'user_key_id' },
};

/** Where the bodies of examples have what a document cannot know, a variable stands for it. A key that is sent twice counts once. */
const IN_BODIES = { '7KQM3X2P': 'receipt_key', B4WZ9H6T: 'receipt_key' };

/** The text of a body, with variables in the place of what only a running service has. */
export const bodyText = (operation, body) =>
  Object.entries(IN_BODIES).reduce(
    (text, [shown, variable]) => text.replaceAll(`"${shown}"`, `"{{${variable}}}"`),
    withDays(operation, body),
  );

/** The names of all variables that requests fill, for the operations of a document. */
export const variablesOf = (operations) => [
  ...new Set([...Object.keys(MADE_BY), ...listIds(operations).map(({ name }) => name)]),
];

/** What an operation's parameter stands for: `{{customer_id}}`; undefined where nothing makes one. */
export const takenBy = (operations, { operationId }, name) => {
  const variable = TAKES[operationId]?.[name] ?? name;
  return variablesOf(operations).includes(variable) ? `{{${variable}}}` : undefined;
};

/** The variables that an example of an operation fills: name, and the code that finds the value in the answer. */
export const filledBy = (operations, { operationId }, example) => {
  const told = Object.entries(MADE_BY)
    .filter(([, maker]) => maker.by === operationId && (maker.example ?? example.first) === example.name)
    .map(([name, { at = '.id' }]) => ({ name, code: `pm.response.json()${at}` }));
  const found = listIds(operations)
    .filter(
      ({ name, maker }) => !(name in MADE_BY) && maker === operationId && example.name === example.first,
    )
    .map(({ name }) => ({ name, code: 'pm.response.json().id' }));
  return [...told, ...found];
};

const listIds = (operations) => {
  const found = new Map();
  for (const { parameters = [] } of operations)
    for (const { name, 'x-example-from': list } of parameters) {
      const maker = operations.find(({ path, method }) => path === list && method === 'post');
      if (maker) found.set(name, maker.operationId);
    }
  return [...found].map(([name, maker]) => ({ name, maker }));
};

/** What others need, though it makes nothing that they name. */
const FIRST = new Set(['createOrganization', 'createUserKey']);
const ENDS = new Set(['deleteLiveKeyByPut']);
/** What needs that another thing has ended, in the order of the list. */
const AFTER_THE_END = [/CancellationReceipt/, /^deleteOrganization$/, /^restoreOrganization$/];

/** The turn of an operation in its folder: what makes things, what reads and changes them, what ends them, and what comes after. */
export const turnOf = (operations, { method, operationId }) => {
  const late = AFTER_THE_END.findIndex((pattern) => pattern.test(operationId));
  if (late !== -1) return 3 + late;
  if (method === 'delete' || ENDS.has(operationId)) return 2;
  if (FIRST.has(operationId)) return -1;
  const makes =
    listIds(operations).some(({ maker }) => maker === operationId) ||
    Object.values(MADE_BY).some(({ by }) => by === operationId && !by.startsWith('list'));
  return makes ? 0 : 1;
};
