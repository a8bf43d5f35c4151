/**
 * What check:pauses takes out, one at a time: the mends of the damage that sleeping processes did. `edits` are as
 * scripts/seams/apply.mjs has them; `scenario` is how the name of the scenario's test begins; `complaint` is what the
 * checker must say then. `inHistory` is what it must say of the random history; without it, that can't show the damage, and
 * `notInHistory` says why.
 */
export const mutations = [
  {
    name: 'a join keeps what was known of partitions, offsets are committed until it works, refusals are kept nowhere, and commands never expire',
    scenario: 'D1:',
    complaint: /was refused \(400 .*\), and .* has InvoiceStamped of it/,
    inHistory: /was refused \(400 .*\), and .* has \w+ of it/,
    edits: [
      {
        file: 'libs/bus/src/kafka/offsets.ts',
        find: /for \(const assigned of this\.partitions\.values\(\)\) .*\n +this\.partitions\.clear\(\);/,
        replace: '',
      },
      {
        file: 'libs/bus/src/kafka/offsets.ts',
        find: 'for (const partition of partitions) this.partitions.set(partition, undefined);',
        replace:
          'for (const partition of partitions) if (!this.partitions.has(partition)) this.partitions.set(partition, undefined);',
      },
      {
        file: 'libs/bus/src/kafka/commands.ts',
        find: 'payload.commitOffsetsIfNecessary(offsets),',
        replace:
          'this.consumer.commitOffsets((offsets?.topics ?? []).flatMap(({ topic, partitions }) => partitions.map((one) => ({ topic, ...one })))),',
      },
      {
        file: 'apps/invoicing/src/invoice/commands/stamp-draft.ts',
        find: 'if (!paysInvoices(draft.content)) return refused;',
        replace: "if (draft.status === 'draft') return refused;",
      },
      {
        file: 'libs/bus/src/kafka/handling.ts',
        find: 'if (outcome.ok || delivery.settled) return outcome;',
        replace: 'if (outcome.ok || !outcome.ok) return outcome;',
      },
      {
        file: 'libs/bus/src/kafka/kafka-bus.ts',
        find: 'const expires = senderRetries ? undefined : await this.endOf(timeoutMs, askedAt);',
        replace: 'const expires = undefined;',
      },
    ],
  },
  {
    name: 'a claim that is old is taken for one whose maker died',
    scenario: 'D2:',
    complaint: /and is paid with/,
    inHistory: /and is paid with|both have NumParcialidad|is due, and its payments leave/,
    edits: [
      {
        file: 'apps/invoicing/src/document/fences.ts',
        find: "return holdOf(after, at ?? ruledOut) === 'dead';",
        replace: "return after.status === 'draft' || after.status === 'absent';",
      },
      {
        file: 'apps/invoicing/src/document/fences.ts',
        find: 'const after = await this.ruleOut(command, holder, ruledOut);',
        replace: 'const after = state;',
      },
    ],
  },
  {
    name: 'a folio is given back by its invoice, whichever of its issues had it',
    scenario: 'D3:',
    complaint: /two invoices have the folio LATE/,
    inHistory: /two invoices have the folio R/,
    edits: [
      {
        file: 'apps/invoicing/src/invoice/claims.ts',
        find: 'string => `${key}.${issue}`;',
        replace: 'string => (issue > 0 ? key : key);',
      },
    ],
  },
  {
    name: 'a payment that is made once more claims once more',
    scenario: 'D4:',
    complaint: /both have NumParcialidad/,
    inHistory: /both have NumParcialidad|and is paid with/,
    edits: [
      {
        file: 'apps/invoicing/src/invoice/commands/create.ts',
        find: 'if (paysInvoices(content) && (await this.exists(command))) return this.repeat(command);',
        replace: '',
      },
      {
        file: 'apps/invoicing/src/invoice/payment-claims.ts',
        find: 'if (before) return ok(before);',
        replace: '',
      },
      {
        file: 'apps/invoicing/src/invoice/payment-claims.ts',
        find: /if \(own\.some\(.*\)\) return refuse\('draft_update_in_progress'\);/,
        replace: '',
      },
      {
        file: 'apps/invoicing/src/migrations.ts',
        find: 'AND w.revision >= at_revision)',
        replace: 'AND w.revision > at_revision)',
      },
    ],
  },
  {
    name: 'a payment that was reverted before it was recorded counts all the same',
    scenario: 'D5:',
    complaint: /is due, and its payments leave/,
    inHistory: /is due, and its payments leave/,
    edits: [
      {
        file: 'apps/invoicing/src/invoice/decide.ts',
        find: 'if (state.reverted?.includes(command.payment)) return ok([]);',
        replace: '',
      },
      {
        file: 'apps/invoicing/src/invoice/commands/payments.ts',
        find: /if \(status === 'canceled'\) return .*;/,
        replace: '',
      },
    ],
  },
  {
    name: "the publisher's lease never ends by itself",
    scenario: 'D6:',
    complaint: /no event was published for/,
    // Whoever is killed with it keeps it for good.
    inHistory: /was not published/,
    edits: [
      {
        file: 'libs/eventing/src/publisher/lease.ts',
        find: 'until NOT BETWEEN clock_timestamp() AND clock_timestamp() + lasts',
        replace: "until = '-infinity'",
      },
    ],
  },
  {
    name: 'all services share the room for commands under way',
    scenario: 'D7:',
    complaint: /a cancellation stood still/,
    notInHistory: 'clients that wait for their answers never leave thousands of commands waiting',
    edits: [
      {
        file: 'libs/eventing/src/processes/dispatcher.ts',
        find: 'this.most - (this.counts.get(target) ?? 0)',
        replace: 'this.most - this.inFlight.size',
      },
      {
        file: 'libs/eventing/src/processes/dispatcher.ts',
        find: /JSON\.stringify\(Object\.fromEntries\(rooms\)\),\s+this\.mostAtOnce,/,
        replace: "'{}', Math.min(this.mostAtOnce, this.roomFor('')),",
      },
    ],
  },
];
