import { template } from '../layout.js';
import type { FieldView } from '../onboarding/template.js';

export interface DocumentView {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface ManifestView {
  readonly title: string;
  readonly lead: string;
  readonly until: string;
  readonly heading: string;
  readonly documents: readonly DocumentView[];
  /** Said where there are none. */
  readonly none: string | null;
  readonly action: string;
  readonly fields: readonly FieldView[];
  readonly kept: string;
  readonly send: string;
  /** What went wrong, if something did. */
  readonly alert: {
    readonly title: string;
    readonly text: string | null;
    readonly again: string;
    readonly links: readonly { readonly id: string; readonly label: string; readonly message: string }[];
  } | null;
}

/** The texts first, then the form; what becomes of the key is said before its field. A field never has a value. */
export const manifestTemplate = template<ManifestView>(`
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
<p class="small">{{until}}</p>
{{#if alert}}<div class="alert" role="alert" tabindex="-1"><h2>{{alert.title}}</h2>
{{#if alert.text}}<p class="lead">{{alert.text}}</p>{{/if}}
{{#if alert.links}}<ul>{{#each alert.links}}<li><a href="#{{id}}">{{label}}</a>: {{message}}</li>{{/each}}</ul>{{/if}}
<p class="lead">{{alert.again}}</p></div>{{/if}}
<section aria-labelledby="documents"><h2 id="documents" class="label">{{heading}}</h2>
{{#if none}}<p class="lead">{{none}}</p>{{/if}}
{{#each documents}}<h3 id="{{id}}">{{title}}</h3>
<div class="document" role="region" aria-labelledby="{{id}}" tabindex="0">{{text}}</div>{{/each}}</section>
<form method="post" enctype="multipart/form-data" action="{{action}}">
<p class="lead label" id="kept">{{kept}}</p>
<div class="grid">{{#each fields}}
<div class="field wide{{#if error}} wrong{{/if}}">
<label for="{{name}}">{{label}}</label>
<input id="{{name}}" name="{{name}}" type="{{type}}" required autocomplete="off"{{#if error}} aria-invalid="true"{{/if}} aria-describedby="{{described}}">
{{#if error}}<p class="error" id="{{name}}-error">{{error}}</p>{{/if}}
<p class="hint" id="{{name}}-hint">{{hint}}</p>
</div>{{/each}}</div>
<div class="send"><button type="submit">{{send}}</button></div>
</form>`);
