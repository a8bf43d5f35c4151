import { ALERT, KEY_FILE_FIELDS, type AlertView, type FieldView } from '../key-files/template.js';
import { template } from '../layout.js';

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
  readonly alert: AlertView | null;
}

/** The texts first, then the form; what becomes of the key is said before its field. */
export const manifestTemplate = template<ManifestView>(`
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
<p class="small">{{until}}</p>
${ALERT}
<section aria-labelledby="documents"><h2 id="documents" class="label">{{heading}}</h2>
{{#if none}}<p class="lead">{{none}}</p>{{/if}}
{{#each documents}}<h3 id="{{id}}">{{title}}</h3>
<div class="document" role="region" aria-labelledby="{{id}}" tabindex="0">{{text}}</div>{{/each}}</section>
<form method="post" enctype="multipart/form-data" action="{{action}}">
<p class="lead label" id="kept">{{kept}}</p>
${KEY_FILE_FIELDS}
<div class="send"><button type="submit">{{send}}</button></div>
</form>`);
