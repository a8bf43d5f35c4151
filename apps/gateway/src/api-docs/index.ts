import type { ApiDocs } from '#http';
import { complementSchemas } from '../invoices/complements/schemas.js';
import { retentionComplementSchemas } from '../retentions/complement-schema.js';
import { readAnswers } from './answers.js';
import { operations } from './operations.js';
import { satKeys } from './words/sat-keys.js';
import { tags } from './tags.js';
import { eventsWords } from './words/events.js';
import { invoicesWords } from './words/invoices.js';
import { organizationsWords } from './words/organizations.js';
import { partiesWords } from './words/parties.js';
import { peopleWords } from './words/people.js';
import { recordsWords } from './words/records.js';
import { commonWords, together } from './words/words.js';

const DESCRIPTION = `Mexican electronic invoicing (CFDI 4.0): customers, products, invoices of every type and complement, receipts, retentions, webhooks.

Send your secret key as \`Authorization: Bearer sk_test_…\`. A key of Test stamps in a sandbox, and nothing it makes is a fiscal document; a key of Live issues real ones.
Errors have a stable \`code\` ([all of them](/docs/guides/errors)), in Spanish, or in English by \`Accept-Language: en\`. Lists have pages (\`page\`, \`limit\`) or cursors (\`pagination=cursor\`).
Repeat a request that creates something with the same \`Idempotency-Key\`, and it is created once. [Guides](/docs/guides) show whole tasks.`;

/** What people wrote of the API, for its OpenAPI document. */
export function apiDocs(): ApiDocs {
  const answers = readAnswers();
  return {
    description: DESCRIPTION,
    ...{ tags, operations, schemas: { ...complementSchemas, ...retentionComplementSchemas } },
    vocabulary: together(
      satKeys,
      commonWords,
      partiesWords,
      invoicesWords,
      recordsWords,
      organizationsWords,
      peopleWords,
      eventsWords,
    ),
    answers: (operationId) => answers[operationId] ?? {},
  };
}
