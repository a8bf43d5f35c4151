import { template } from '../layout.js';
import { FIELD, type FieldView } from '../tax-info/template.js';
import type { UseView } from './uses.js';

/** The form's id, for elements outside that belong to it. */
export const FORM_ID = 'data';

export interface FactView {
  readonly name: string;
  readonly value: string;
}

export interface AmountView extends FactView {
  readonly strong?: boolean;
}

/** A receipt, or an invoice to be, as people read it. */
export interface SaleView {
  readonly title: string;
  readonly facts: readonly FactView[];
  readonly heads: { readonly quantity: string; readonly what: string; readonly amount: string };
  readonly lines: readonly { readonly quantity: string; readonly what: string; readonly amount: string }[];
  readonly rest: string | null;
  readonly amounts: readonly AmountView[];
}

export interface AlertView {
  readonly title: string;
  readonly text: string | null;
  readonly links: readonly { readonly id: string; readonly label: string; readonly error: string }[];
}

/** What a form carries from one page to the next. */
export interface HiddenView {
  readonly name: string;
  readonly value: string;
}

const ALERT = `{{#if alert}}<div class="alert" role="alert" tabindex="-1"><h2>{{alert.title}}</h2>
{{#if alert.text}}<p class="lead">{{alert.text}}</p>{{/if}}
{{#if alert.links}}<ul>{{#each alert.links}}<li><a href="#{{id}}">{{label}}</a>: {{error}}</li>{{/each}}</ul>{{/if}}</div>{{/if}}`;

const SALE = `<section class="sale"><h2>{{title}}</h2>
<dl class="facts">{{#each facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/each}}</dl>
{{#if lines}}<table><thead><tr><th scope="col">{{heads.quantity}}</th><th scope="col">{{heads.what}}</th><th scope="col">{{heads.amount}}</th></tr></thead>
<tbody>{{#each lines}}<tr><td>{{quantity}}</td><td>{{what}}</td><td>{{amount}}</td></tr>{{/each}}</tbody></table>{{/if}}
{{#if rest}}<p class="small">{{rest}}</p>{{/if}}
<dl class="amounts">{{#each amounts}}<div{{#if strong}} class="strong"{{/if}}><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/each}}</dl></section>`;

const HIDDEN = `{{#each hidden}}<input type="hidden" name="{{name}}" value="{{value}}">{{/each}}`;

export interface AskView {
  readonly title: string;
  readonly lead: string;
  readonly alert: AlertView | null;
  readonly action: string;
  readonly field: FieldView;
  readonly find: string;
  readonly language: string;
}

/** Asks for the key of a receipt. A form of GET: its address can be kept, and it needs no script. */
export const askTemplate = template<AskView>(`
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
${ALERT}
<form method="get" action="{{action}}" novalidate>
<input type="hidden" name="lang" value="{{language}}">
<div class="grid one">{{#with field}}${FIELD}{{/with}}</div>
<div class="send"><button type="submit">{{find}}</button></div>
</form>`);

export interface ReceiptFormView {
  readonly title: string;
  readonly lead: string;
  readonly alert: AlertView | null;
  readonly sales: readonly SaleView[];
  readonly sum: FactView | null;
  readonly action: string;
  readonly hidden: readonly HiddenView[];
  readonly more: {
    readonly title: string;
    readonly lead: string;
    readonly open: boolean;
    readonly add: string;
    readonly field: FieldView;
    readonly removes: readonly { readonly key: string; readonly label: string }[];
  };
  readonly data: string;
  readonly fields: readonly FieldView[];
  readonly usesTitle: string;
  readonly uses: readonly UseView[];
  readonly preview: string;
  readonly checking: string;
  readonly nothingYet: string;
}

/** The receipt and the form for its invoice. */
export const receiptTemplate = template<ReceiptFormView>(`
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
${ALERT}
{{#each sales}}${SALE}{{/each}}
{{#if sum}}<dl class="amounts sum"><div class="strong"><dt>{{sum.name}}</dt><dd>{{sum.value}}</dd></div></dl>{{/if}}
<form id="${FORM_ID}" method="post" action="{{action}}" novalidate>
${HIDDEN}
<fieldset><legend>{{data}}</legend><div class="grid">{{#each fields}}
${FIELD}
{{/each}}</div>
<details class="uses"><summary>{{usesTitle}}</summary><dl>{{#each uses}}<div><dt>{{label}}</dt><dd>{{meaning}}</dd></div>{{/each}}</dl></details></fieldset>
<details{{#if more.open}} open{{/if}}><summary>{{more.title}}</summary>
<p class="small">{{more.lead}}</p>
{{#if more.removes}}<p class="removes">{{#each more.removes}}<button type="submit" class="plain" name="step" value="remove:{{key}}">{{label}}</button> {{/each}}</p>{{/if}}
<div class="grid one">{{#with more.field}}${FIELD}{{/with}}</div>
<p><button type="submit" class="second" name="step" value="add">{{more.add}}</button></p></details>
<div class="send"><button type="submit" name="step" value="preview" data-busy="{{checking}}">{{preview}}</button>
<p class="small">{{nothingYet}}</p></div>
</form>`);

export interface PreviewView {
  readonly title: string;
  readonly lead: string;
  readonly alert: AlertView | null;
  readonly to: string;
  readonly receiver: readonly FactView[];
  readonly sale: SaleView;
  readonly action: string;
  readonly hidden: readonly HiddenView[];
  readonly issue: string;
  readonly issuing: string;
  readonly change: string;
  readonly final: string;
}

/** What the invoice would be, before it is. */
export const previewTemplate = template<PreviewView>(`
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
${ALERT}
<section class="sale"><h2>{{to}}</h2><dl class="facts">{{#each receiver}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/each}}</dl></section>
{{#with sale}}${SALE}{{/with}}
<form id="${FORM_ID}" method="post" action="{{action}}" novalidate>
${HIDDEN}
<div class="send"><button type="submit" name="step" value="issue" data-busy="{{issuing}}">{{issue}}</button>
<p class="small">{{final}}</p></div>
<div class="otherwise"><button type="submit" name="step" value="edit">{{change}}</button></div>
</form>`);

export interface PendingView {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly href: string;
  readonly again: string;
}

export const pendingTemplate = template<PendingView>(`
<section class="notice wait" role="status"><div class="mark" aria-hidden="true"></div>
<h1>{{title}}</h1>
{{#each paragraphs}}<p>{{this}}</p>{{/each}}
<p><a href="{{href}}">{{again}}</a></p></section>`);

export interface DoneView {
  readonly title: string;
  readonly lead: string;
  readonly note: string | null;
  readonly facts: readonly FactView[];
  readonly downloads: readonly { readonly href: string; readonly name: string; readonly label: string }[];
  readonly download: string;
  readonly verify: string;
  readonly verifyUrl: string | null;
  readonly alert: AlertView | null;
  readonly action: string;
  readonly mail: string;
  readonly field: FieldView;
  readonly send: string;
  readonly sending: string;
  /** The same for scripts: of what the widget tells the shop's page. */
  readonly invoice: {
    readonly uuid: string;
    readonly folio: string;
    readonly total: number | null;
    readonly currency: string;
  };
}

/** The invoice that a receipt has become: for whoever has the key, so nothing of the customer's is on it. */
export const doneTemplate = template<DoneView>(`
<section class="notice done" role="status"><div class="mark" aria-hidden="true"></div>
<h1>{{title}}</h1>
{{#if note}}<p><b>{{note}}</b></p>{{/if}}
<p>{{lead}}</p></section>
<dl class="facts">{{#each facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/each}}</dl>
<p class="downloads">{{#each downloads}}<a class="button" href="{{href}}" download>{{name}}<span class="hidden"> {{label}}</span></a> {{/each}}</p>
{{#if verifyUrl}}<p class="small center"><a href="{{verifyUrl}}" rel="noopener noreferrer">{{verify}}</a></p>{{/if}}
${ALERT}
<form method="post" action="{{action}}" novalidate>
<fieldset><legend>{{mail}}</legend><div class="grid one">{{#with field}}${FIELD}{{/with}}</div>
<p><button type="submit" class="second" name="step" value="mail" data-busy="{{sending}}">{{send}}</button></p></fieldset>
</form>`);
