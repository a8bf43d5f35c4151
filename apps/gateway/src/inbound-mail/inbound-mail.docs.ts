import { LIST } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

export const inboundMailDocs = {
  'GET /v2/organizations/:organization_id/inbound-address': {
    id: 'getInboundAddress',
    tag: 'Organizations',
    summary: 'Get the addresses for documents by mail',
    description:
      'Two mail addresses, one in each environment. Suppliers send their CFDI there, and what arrives is imported as received documents (`GET /v2/inbound-mails` says what became of each mail). Whoever has an address can send to it. Case does not matter, nor what follows a `+`. Needs a domain of the installation: without one the answer is `feature_not_available`.',
    refusals: ['organization_not_found', 'feature_not_available'],
  },
  'POST /v2/organizations/:organization_id/inbound-address/renew': {
    id: 'renewInboundAddress',
    tag: 'Organizations',
    summary: 'Renew an address for documents by mail',
    description:
      'Makes another address in one environment, for one that has got into wrong hands. Mails to the one before are nobody’s from now on. Answers both addresses.',
    examples: {
      test: { summary: 'That of Test', body: { environment: 'test' } },
      live: { summary: 'That of Live', body: { environment: 'live' } },
    },
    refusals: [
      { code: 'invalid_request', path: 'environment' },
      'organization_not_found',
      'feature_not_available',
    ],
  },
  'GET /v2/inbound-mails': {
    id: 'listInboundMails',
    tag: 'Suppliers',
    summary: 'List the mails with documents',
    description:
      'Mails that came to the address of the organization in the environment of the key, newest first, with what became of each document in them. Their texts are not kept, and nothing that they say of their sender is trusted: seals and stamps of the documents decide.',
    examples: { latest: { summary: 'The latest', parameters: { limit: 2 } } },
    refusals: LIST,
  },
  'POST /v2/inbound-mail': {
    id: 'receiveInboundMail',
    tag: 'Suppliers',
    summary: 'Hand over a mail, as the mail provider',
    description: `For the mail provider of the installation, which shows the secret that the operator set (\`Bearer\`, or the password of \`Basic\`); no key is taken. The body is the mail itself (\`message/rfc822\`, recipients in \`X-Envelope-To\`), or a form as SendGrid (\`email\`, \`envelope\`) and Mailgun (\`body-mime\`, \`recipient\`) post it, up to 25 MB:

\`\`\`sh
curl -X POST $BASE/inbound-mail -H "Authorization: Bearer $SECRET" -F email=@mail.eml -F 'envelope={"to": ["ADDRESS"]}'
\`\`\`

Answers what became of the mail at each of its addresses here; an address of nobody is no error. After a 429 or a 503 the provider sends it again: what was taken before is a \`duplicate\`, and nothing is imported twice.`,
    refusals: [
      { code: 'invalid_request', path: 'email' },
      'missing_credentials',
      'unauthorized',
      'feature_not_available',
      'rate_limit_exceeded',
    ],
  },
} satisfies OperationDocs;
