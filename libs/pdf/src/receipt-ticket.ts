import { rareFamilies } from './rare-fonts.js';

/** Width of the paper of ticket printers, in millimetres. They print 72 of them. */
export const TICKET_MM = 80;

/**
 * The style sheet of a ticket (a Handlebars template). Ticket printers know black alone: the colour of the organization
 * is no more than a line, and nothing is grey that must be read.
 */
const styles = `
@page { margin: 0; }
@media screen { body { display: none; } }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { position: relative; width: ${TICKET_MM}mm; padding: 4mm 4mm 5mm; font: 400 8.6pt/1.36 ${rareFamilies}, sans-serif; font-variant-emoji: text; font-feature-settings: 'tnum'; color: #000; overflow-wrap: anywhere; }
.strong { font-weight: 600; }
.top { text-align: center; padding-bottom: 2.4mm; border-bottom: .6mm solid {{palette.accent}}; }
.logo { max-height: 18mm; max-width: 60mm; object-fit: contain; margin-bottom: 1.6mm; }
.top h1 { font-size: 12pt; line-height: 1.2; font-weight: 700; }
.top p { font-size: 7.8pt; }
.mark { margin: 0 0 2.4mm; padding: 1.4mm 2mm; border: .5mm solid #000; text-align: center; }
.mark b { display: block; font-size: 11pt; font-weight: 700; letter-spacing: .06em; }
.mark span { font-size: 7.4pt; }
.behind { position: absolute; z-index: -1; inset: 0; overflow: hidden; }
.behind div { height: 70mm; display: flex; align-items: center; justify-content: center; transform: rotate(-38deg); font-size: 17pt; font-weight: 700; white-space: nowrap; color: rgba(200, 30, 30, .16); }
.rule { border-top: .3mm dashed #000; margin: 2.2mm 0; }
.facts { display: grid; grid-template-columns: auto 1fr; column-gap: 3mm; row-gap: .3mm; margin-top: 2.2mm; }
.facts dd { text-align: right; font-weight: 600; }
.item { break-inside: avoid; margin-bottom: 1.3mm; }
.item .description { white-space: pre-line; font-weight: 600; }
.item .line { display: flex; justify-content: space-between; gap: 3mm; }
.item .line span:last-child { white-space: nowrap; flex: none; }
.item small { font-size: 7.4pt; }
.sums { break-inside: avoid; }
.sums dl { display: grid; grid-template-columns: 1fr auto; column-gap: 3mm; row-gap: .3mm; }
.sums dd { text-align: right; white-space: nowrap; }
.total { display: flex; justify-content: space-between; align-items: baseline; gap: 3mm; font-size: 14pt; font-weight: 700; margin: 1mm 0; }
.total.long { font-size: 11pt; }
.total span { font-size: 9.6pt; white-space: nowrap; }
.small { font-size: 7.6pt; }
.invite { text-align: center; break-inside: avoid; }
.invite h2 { font-size: 11pt; font-weight: 700; }
.invite svg { margin: -1mm auto; display: block; }
.invite .link { font-weight: 600; }
.invite .key { font: 600 16pt/1.3 'IBM Plex Mono', monospace; letter-spacing: .08em; }
.invite .key span + span { margin-left: .5em; }
.legend { margin-top: 2.4mm; text-align: center; font-size: 7pt; }
`;

/** The whole page of a ticket: as long as what is on it. */
export const receiptTicketPage = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>{{heading}}{{#if issuer.name}} · {{issuer.name}}{{/if}}</title><style>${styles}</style></head>
<body>
{{#if marksBehind}}<div class="behind" aria-hidden="true">{{#each marksBehind}}<div>{{this}}</div>{{/each}}</div>{{/if}}
{{#if banner}}<section class="mark"><b>{{banner.text}}</b><span>{{banner.detail}}</span></section>{{/if}}
<header class="top">
  {{#if logo}}<img class="logo" src="{{logo}}" alt="">{{/if}}
  <h1>{{issuer.name}}</h1>
  {{#if issuer.legalName}}<p>{{issuer.legalName}}</p>{{/if}}
  <p class="strong">RFC {{issuer.taxId}}</p>
  {{#each issuer.address}}<p>{{this}}</p>{{/each}}
  {{#each issuer.contact}}<p>{{this}}</p>{{/each}}
</header>
<dl class="facts"><dt>Recibo</dt><dd>{{folio}}</dd>{{#each header}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}{{#if customer}}<dt>Cliente</dt><dd>{{customer.name}}{{#if customer.taxId}}<br>{{customer.taxId}}{{/if}}</dd>{{/if}}</dl>
<div class="rule"></div>
{{#each items}}<div class="item">
  <div class="description">{{description}}</div>
  {{#if sku}}<small>SKU {{sku}}</small>{{/if}}
  <div class="line"><span>{{quantity}}{{#if unit}} {{unit}}{{/if}} × {{price}}</span><span class="strong">{{amount}}</span></div>
  {{#if discount}}<div class="line"><small>Descuento</small><span><small>-{{discount}}</small></span></div>{{/if}}
</div>
{{/each}}
<div class="rule"></div>
<section class="sums">
  {{#if totals}}<dl>{{#each totals}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}</dl>{{/if}}
  <div class="total{{#if isLongTotal}} long{{/if}}"><span>{{totalLabel}}</span>{{total}}</div>
  {{#if included}}<dl class="small">{{#each included}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}</dl>{{/if}}
  {{#if inWords}}<p class="small">{{inWords}}</p>{{/if}}
</section>
{{#if refunds}}<div class="rule"></div><section class="sums"><dl class="small">{{#each refunds}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}</dl></section>{{/if}}
{{#if selfInvoice}}<div class="rule"></div>{{#with selfInvoice}}<section class="invite">
  <h2>{{title}}</h2>
  <p class="small">{{text}}</p>
  {{#if qr}}<svg width="{{qr.sideMm}}mm" height="{{qr.sideMm}}mm" viewBox="0 0 {{qr.size}} {{qr.size}}" shape-rendering="crispEdges" role="img" aria-label="Código QR de la página de facturación"><path d="{{qr.path}}" fill="#000"/></svg>{{/if}}
  <p class="link">{{linkText}}</p>
  <p class="small">Clave de facturación</p>
  <p class="key">{{#each keyGroups}}<span>{{this}}</span>{{/each}}</p>
</section>{{/with}}{{/if}}
<p class="legend">Este recibo no es un comprobante fiscal (CFDI).</p>
</body></html>`;
