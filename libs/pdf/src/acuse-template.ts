/** The body of a cancellation receipt. */
export const acuseBody = `
{{> header}}
<table class="facts-table"><tbody>
{{#each facts}}<tr><td>{{label}}</td><td>{{value}}</td></tr>{{/each}}
</tbody></table>
{{#if seal}}{{> seal}}{{/if}}
<p class="legend">Este documento es una representación impresa del acuse de cancelación de {{kind}}.</p>`;
