/** The link with which the customer makes an invoice of a receipt, and its key. */
const selfInvoice = `
{{#if selfInvoice}}{{#with selfInvoice}}<section class="invite">
  {{#if qr}}<svg width="{{qr.sideMm}}mm" height="{{qr.sideMm}}mm" viewBox="0 0 {{qr.size}} {{qr.size}}" shape-rendering="crispEdges" role="img" aria-label="Código QR de la página de facturación"><path d="{{qr.path}}" fill="#000"/></svg>{{/if}}
  <div>
    <h3>{{title}}</h3>
    <p>{{text}}</p>
    <p class="link">{{linkText}}</p>
    <p class="label">Clave de facturación</p>
    <p class="key">{{#each keyGroups}}<span>{{this}}</span>{{/each}}</p>
  </div>
</section>{{/with}}{{/if}}`;

/** The body of a receipt on Letter paper. */
export const receiptLetterBody = `
{{> header}}
{{#if customer}}<div class="parties"><section><span class="label">Cliente</span>
  <h3>{{customer.name}}</h3>{{#if customer.taxId}}<p class="strong">RFC {{customer.taxId}}</p>{{/if}}
</section></div>{{else}}<div class="gap"></div>{{/if}}
{{#if items}}<table class="items">
  <colgroup><col style="width:22mm"><col>{{#if hasDiscounts}}<col style="width:26mm">{{/if}}<col style="width:30mm"><col style="width:32mm"></colgroup>
  <thead><tr><th class="n">Cantidad</th><th>Descripción</th>{{#if hasDiscounts}}<th class="n">Descuento</th>{{/if}}<th class="n">Precio</th><th class="n">Importe</th></tr></thead>
  <tbody>{{#each items}}<tr>
    <td class="n">{{quantity}}</td>
    <td><div class="description">{{description}}</div><small class="list">{{#if unit}}<span>{{unit}}</span> {{/if}}{{#if sku}}<span>SKU {{sku}}</span>{{/if}}</small></td>
    {{#if ../hasDiscounts}}<td class="n">{{discount}}</td>{{/if}}
    <td class="n">{{price}}</td>
    <td class="n strong">{{amount}}</td>
  </tr>{{/each}}</tbody>
</table>{{/if}}
<section class="sums">
  <div>
    {{#if inWords}}<div class="words"><span class="label">Importe con letra</span><p>{{inWords}}</p></div>{{/if}}
    {{#if refunds}}<div class="notes"><div><span class="label">Devoluciones</span>{{#each refunds}}<p>{{label}}: {{value}}</p>{{/each}}</div></div>{{/if}}
  </div>
  <div class="totals">
    <dl>{{#each totals}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}</dl>
    <div class="total{{#if isLongTotal}} long{{/if}}"><span>{{totalLabel}}</span>{{total}}</div>
    {{#if included}}<dl class="included">{{#each included}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}</dl>{{/if}}
  </div>
</section>
${selfInvoice}
<p class="legend">Este recibo no es un comprobante fiscal (CFDI).</p>`;

/** What a receipt on Letter paper has beside the style sheet of all documents. */
export const receiptLetterStyles = `
.gap { height: 4mm; }
.totals dl.included { padding-top: 2mm; font-size: 7.8pt; }
.invite { margin-top: 6mm; padding: 4mm; border: .3mm solid {{palette.line}}; border-radius: 1.6mm; display: flex; gap: 5mm; align-items: center; break-inside: avoid; }
.invite svg { flex: none; margin: -1.5mm; }
.invite > div { flex: 1; min-width: 0; }
.invite h3 { font-size: 11pt; font-weight: 700; color: {{palette.ink}}; margin-bottom: .8mm; }
.invite .link { font-weight: 600; font-size: 9.4pt; color: #111827; margin-bottom: 1.6mm; }
.invite .key { font: 600 14pt/1.3 'IBM Plex Mono', monospace; color: #111827; letter-spacing: .08em; }
.invite .key span + span { margin-left: .5em; }
`;
