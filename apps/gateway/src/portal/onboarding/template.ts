import { ALERT, KEY_FILE_FIELDS, type AlertView, type FieldView } from '../key-files/template.js';
import { template } from '../layout.js';

export interface FormView {
  readonly title: string;
  readonly lead: string;
  readonly until: string;
  readonly action: string;
  readonly fields: readonly FieldView[];
  readonly send: string;
  readonly once: string;
  readonly kept: string;
  /** What went wrong, if something did. */
  readonly alert: AlertView | null;
}

/** The form: plain HTML. */
export const formTemplate = template<FormView>(`
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
<p class="small">{{until}}</p>
${ALERT}
<form method="post" enctype="multipart/form-data" action="{{action}}">
${KEY_FILE_FIELDS}
<div class="send"><button type="submit">{{send}}</button>
<p class="small">{{once}}</p><p class="small">{{kept}}</p></div>
</form>`);
