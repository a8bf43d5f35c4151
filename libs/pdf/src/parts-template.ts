/** A part of a complement and everything in it (see parts.ts). */
export const partPartial = `
<section class="part{{#if main}} main{{/if}}{{#if narrow}} narrow{{/if}}">
  {{#if title}}<h3>{{title}}</h3>{{/if}}
  {{#if qr}}<div class="with-qr"><div>{{> facts}}</div><figure><svg width="{{qr.code.sideMm}}mm" height="{{qr.code.sideMm}}mm" viewBox="0 0 {{qr.code.size}} {{qr.code.size}}" shape-rendering="crispEdges" role="img" aria-label="{{qr.caption}}"><path d="{{qr.code.path}}" fill="#000"/></svg><figcaption>{{qr.caption}}</figcaption></figure></div>
  {{else}}{{> facts}}{{/if}}
  {{#if table}}{{#with table}}<table class="items dense">
    <colgroup>{{#each columns}}<col{{#if width}} style="width:{{width}}"{{/if}}>{{/each}}</colgroup>
    <thead><tr>{{#each columns}}<th{{#if numeric}} class="n"{{/if}}>{{label}}</th>{{/each}}</tr></thead>
    <tbody>{{#each rows}}<tr>{{#each cells}}<td{{#if numeric}} class="n"{{/if}}>{{#if strong}}<b>{{text}}</b>{{else}}{{text}}{{/if}}{{#each details}}<small>{{this}}</small>{{/each}}</td>{{/each}}</tr>{{/each}}</tbody>
    {{#if foot}}<tbody class="sum"><tr>{{#each foot}}<td{{#if numeric}} class="n"{{/if}}>{{text}}</td>{{/each}}</tr></tbody>{{/if}}
  </table>{{/with}}{{/if}}
  {{#if parts}}<div class="{{#if side}}side{{else}}stack{{/if}}">{{#each parts}}{{> part}}{{/each}}</div>{{/if}}
</section>`;

/** Facts of a part: as many in a row as their widths let. */
export const factsPartial = `{{#if facts}}<dl class="facts">{{#each facts}}<div{{#if long}} class="long{{#if longest}} longest{{/if}}"{{/if}}><dt>{{label}}</dt><dd>{{value}}</dd></div>{{/each}}</dl>{{/if}}`;
