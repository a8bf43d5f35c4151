/** The sealed part: QR and seals. */
export const sealPartial = `
<section class="seal">
  {{#if seal.qr}}<svg width="{{seal.qr.sideMm}}mm" height="{{seal.qr.sideMm}}mm" viewBox="0 0 {{seal.qr.size}} {{seal.qr.size}}" shape-rendering="crispEdges" role="img" aria-label="Código QR de verificación"><path d="{{seal.qr.path}}" fill="#000"/></svg>{{/if}}
  <div>
    <div class="certificates">{{#each seal.certificates}}<p><span class="label">{{label}}</span><br>{{value}}</p>{{/each}}</div>
    {{#each seal.strings}}<p class="label">{{label}}</p><code>{{value}}</code>{{/each}}
  </div>
</section>`;

/** Logo, issuer, and what document this is. */
export const headerPartial = `
{{#if banner}}<div class="banner {{banner.tone}}"><b>{{banner.text}}</b><span>{{banner.detail}}</span></div>{{/if}}
<header class="top">
  <div class="issuer">
    {{#if logo}}<img class="logo" src="{{logo}}" alt="">{{else}}<div class="initials">{{initials}}</div>{{/if}}
    <div>
      <h1>{{issuer.name}}</h1>
      {{#if issuer.legalName}}<p class="strong">{{issuer.legalName}}</p>{{/if}}
      <p><span class="strong">RFC {{issuer.taxId}}</span></p>
      {{#if issuer.regime}}<p>{{issuer.regime}}</p>{{/if}}
      {{#each issuer.address}}<p>{{this}}</p>{{/each}}
      {{#if issuer.contact}}<p class="list">{{#each issuer.contact}}<span>{{this}}</span> {{/each}}</p>{{/if}}
    </div>
  </div>
  <div class="document">
    <h2>{{title}}</h2>
    {{#if folio}}<p class="folio{{#if isLongFolio}} long{{/if}}">{{folio}}</p>{{/if}}
    <dl class="pairs">{{#each header}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}</dl>
    {{#if uuid}}<div class="fiscal"><span class="label">Folio fiscal (UUID)</span><code>{{uuid}}</code></div>{{/if}}
  </div>
</header>`;

/*
 * A large document takes as long as it has elements: a cell has one block of text, in which a line feed starts the small
 * print, and what certainly fits a line is no box of its own.
 */
const items = `
<table class="items{{#if widths.areTight}} tight{{/if}}">
  <colgroup>
    <col style="width:{{widths.quantity}}mm"><col style="width:28mm"><col>{{#if hasPrices}}<col style="width:{{widths.unitPrice}}mm">{{/if}}
    {{#if hasDiscounts}}<col style="width:{{widths.discount}}mm">{{/if}}{{#if hasPrices}}<col style="width:{{widths.amount}}mm">{{/if}}
  </colgroup>
  <thead><tr>
    <th class="n">Cantidad</th><th>Unidad</th><th>Descripción</th>{{#if hasPrices}}<th class="n">P. unitario</th>{{/if}}
    {{#if hasDiscounts}}<th class="n">Descuento</th>{{/if}}{{#if hasPrices}}<th class="n">Importe</th>{{/if}}
  </tr></thead>
  <tbody>
  {{#each items}}<tr>
    <td class="n">{{quantity}}</td>
    <td class="unit"><span>{{unit}}</span>{{#if unitKey}}
{{unitKey}}{{/if}}</td>
    <td class="what">{{#if description}}<span class="description{{#if isLong}} long{{/if}}">{{description}}</span>
{{/if}}{{#each details}}{{#if fits}}<span{{#if isTax}} class="tax"{{/if}}>{{text}}</span> {{else}}<span class="own{{#if isTax}} tax{{/if}}">{{text}}</span> {{/if}}{{/each}}{{#each notes}}<small class="note">{{this}}</small>{{/each}}</td>
    {{#if ../hasPrices}}<td class="n">{{unitPrice}}</td>{{/if}}
    {{#if ../hasDiscounts}}<td class="n">{{discount}}{{#if discountShare}}<small>{{discountShare}}</small>{{/if}}</td>{{/if}}
    {{#if ../hasPrices}}<td class="n strong">{{amount}}</td>{{/if}}
  </tr>{{/each}}
  </tbody>
</table>`;

const complements = `
{{#each complements}}{{> part}}{{/each}}`;

const sums = `
<section class="sums">
  <div>
    {{#if inWords}}<div class="words"><span class="label">{{wordsLabel}}</span><p>{{inWords}}</p></div>{{/if}}
    {{#if signature}}<div class="signature"><p>{{signature.text}}</p><div>{{signature.caption}}</div></div>{{/if}}
    {{#if notes}}<div class="notes">{{#each notes}}<div><span class="label">{{label}}</span><p>{{value}}</p></div>{{/each}}</div>{{/if}}
  </div>
  {{#if hasAmounts}}<div class="totals">
    <dl>{{#each totals}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}</dl>
    <div class="total{{#if isLongTotal}} long{{/if}}"><span>{{totalLabel}}</span>{{total}}</div>
  </div>{{/if}}
</section>
{{#if longNotes}}<div class="notes">{{#each longNotes}}<div><span class="label">{{label}}</span><p>{{value}}</p></div>{{/each}}</div>{{/if}}
{{#if customSection}}<section class="custom">{{{customSection}}}</section>{{/if}}`;

const closing = `
{{#if seal}}<p class="legend">Este documento es una representación impresa de {{kind}}.</p>
{{else}}<p class="legend marked">Este documento no ha sido timbrado y no es una representación impresa de {{kind}}.</p>{{/if}}`;

/** The body of an invoice, and of a retention, which has no lines. */
export const invoiceBody = `
{{#if repeatSeal}}<table class="repeating"><tfoot><tr><td>{{> seal}}</td></tr></tfoot><tbody><tr><td>{{/if}}
{{> header}}
<div class="parties">
  <section>
    <span class="label">Receptor</span>
    {{#if customer}}
    <h3>{{customer.name}}</h3>
    {{#if customer.taxId}}<p class="strong">RFC {{customer.taxId}}</p>{{/if}}
    {{#if customer.foreignId}}<p>Núm. de registro tributario: {{customer.foreignId}}</p>{{/if}}
    {{#if customer.regime}}<p>{{customer.regime}}</p>{{/if}}
    {{#each customer.address}}<p>{{this}}</p>{{/each}}
    {{#if customer.contact}}<p class="list">{{#each customer.contact}}<span>{{this}}</span> {{/each}}</p>{{/if}}
    {{else}}<h3 class="muted">Sin receptor</h3>{{/if}}
  </section>
  {{#if terms}}<section class="terms"><span class="label">Datos del comprobante</span>
    <dl>{{#each terms}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}</dl>
  </section>{{/if}}
</div>
{{#if hasItems}}${items}{{/if}}
${complements}
${sums}
{{#if seal}}{{#unless repeatSeal}}{{> seal}}{{/unless}}{{/if}}
${closing}
{{#if repeatSeal}}</td></tr></tbody></table>{{/if}}`;
