/** What the pages have in common on which a certificate, its key and their password are sent. */

export interface FieldView {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly hint: string;
  /** Ids of what describes the field: its error and its hint. */
  readonly described: string;
  readonly error: string | null;
}

/** What went wrong. */
export interface AlertView {
  readonly title: string;
  readonly text: string | null;
  readonly again: string;
  readonly links: readonly { readonly id: string; readonly label: string; readonly message: string }[];
}

/** Of a view with `alert: AlertView | null`. */
export const ALERT = `{{#if alert}}<div class="alert" role="alert" tabindex="-1"><h2>{{alert.title}}</h2>
{{#if alert.text}}<p class="lead">{{alert.text}}</p>{{/if}}
{{#if alert.links}}<ul>{{#each alert.links}}<li><a href="#{{id}}">{{label}}</a>: {{message}}</li>{{/each}}</ul>{{/if}}
<p class="lead">{{alert.again}}</p></div>{{/if}}`;

/**
 * Of a view with `fields: readonly FieldView[]`. Nothing is said of the files' types: phones know `.key` as a presentation and would
 * offer none of the SAT's. A field never has a value.
 */
export const KEY_FILE_FIELDS = `<div class="grid">{{#each fields}}
<div class="field wide{{#if error}} wrong{{/if}}">
<label for="{{name}}">{{label}}</label>
<input id="{{name}}" name="{{name}}" type="{{type}}" required autocomplete="off"{{#if error}} aria-invalid="true"{{/if}} aria-describedby="{{described}}">
{{#if error}}<p class="error" id="{{name}}-error">{{error}}</p>{{/if}}
<p class="hint" id="{{name}}-hint">{{hint}}</p>
</div>{{/each}}</div>`;
