import { template } from '../layout.js';

export interface OptionView {
  readonly value: string;
  readonly label: string;
  readonly selected: boolean;
  /** Regimes of each kind of person that a use is open to, for the script. */
  readonly fisica: string;
  readonly moral: string;
}

export interface OptionGroupView {
  readonly person: string;
  readonly label: string;
  readonly options: readonly OptionView[];
}

export interface FieldView {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  /** Ids of what describes the field: its hint and its error. */
  readonly described: string | null;
  readonly error: string | null;
  readonly required: boolean;
  readonly optional: string;
  readonly wide: boolean;
  readonly value: string;
  readonly max: number;
  readonly type: string;
  readonly inputmode: string | null;
  readonly autocomplete: string;
  readonly upper: boolean;
  /** Of a field that is chosen: its empty choice, and the others. */
  readonly select: {
    readonly empty: string;
    readonly groups: readonly OptionGroupView[];
    readonly options: readonly OptionView[];
  } | null;
}

export interface SectionView {
  readonly title: string;
  /** Collapsed until it is opened. */
  readonly folded: boolean;
  readonly open: boolean;
  readonly fields: readonly FieldView[];
}

export interface FormView {
  readonly title: string;
  readonly lead: string;
  readonly until: string;
  readonly country: string | null;
  readonly action: string;
  readonly sections: readonly SectionView[];
  readonly save: string;
  readonly saving: string;
  readonly once: string;
  /** What went wrong, if something did. */
  readonly alert: {
    readonly title: string;
    readonly text: string | null;
    readonly links: readonly { readonly id: string; readonly label: string; readonly error: string }[];
  } | null;
}

/** A field with its label, its hint and what is wrong with it. */
export const FIELD = `<div class="field{{#if wide}} wide{{/if}}{{#if error}} wrong{{/if}}">
<label for="{{id}}">{{label}}{{#unless required}} <span class="optional">{{optional}}</span>{{/unless}}</label>
{{#if select}}<select id="{{id}}" name="{{name}}"{{#if required}} aria-required="true"{{/if}}{{#if error}} aria-invalid="true"{{/if}}{{#if described}} aria-describedby="{{described}}"{{/if}}>
<option value="">{{select.empty}}</option>
{{#each select.groups}}<optgroup label="{{label}}" data-person="{{person}}">{{#each options}}<option value="{{value}}"{{#if selected}} selected{{/if}}>{{label}}</option>{{/each}}</optgroup>
{{/each}}{{#each select.options}}<option value="{{value}}" data-fisica="{{fisica}}" data-moral="{{moral}}"{{#if selected}} selected{{/if}}>{{label}}</option>
{{/each}}</select>
{{else}}<input id="{{id}}" name="{{name}}" type="{{type}}" value="{{value}}" maxlength="{{max}}" autocomplete="{{autocomplete}}"{{#if inputmode}} inputmode="{{inputmode}}"{{/if}}{{#if upper}} data-upper autocapitalize="characters" spellcheck="false"{{/if}}{{#if required}} aria-required="true"{{/if}}{{#if error}} aria-invalid="true"{{/if}}{{#if described}} aria-describedby="{{described}}"{{/if}}>
{{/if}}{{#if error}}<p class="error" id="{{id}}-error">{{error}}</p>{{/if}}
{{#if hint}}<p class="hint" id="{{id}}-hint">{{hint}}</p>{{/if}}
</div>`;

/** Its id, for elements outside that belong to it. */
export const FORM_ID = 'data';

/** The form: plain HTML that a browser without script sends just as well. */
export const formTemplate = template<FormView>(`
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
<p class="small">{{until}}</p>
{{#if country}}<p class="small">{{country}}</p>{{/if}}
{{#if alert}}<div class="alert" role="alert" tabindex="-1"><h2>{{alert.title}}</h2>
{{#if alert.text}}<p class="lead">{{alert.text}}</p>{{/if}}
{{#if alert.links}}<ul>{{#each alert.links}}<li><a href="#{{id}}">{{label}}</a>: {{error}}</li>{{/each}}</ul>{{/if}}</div>{{/if}}
<form id="${FORM_ID}" method="post" action="{{action}}" novalidate>
{{#each sections}}
{{#if folded}}<details{{#if open}} open{{/if}}><summary>{{title}}</summary><div class="grid">{{#each fields}}
${FIELD}
{{/each}}</div></details>
{{else}}<fieldset><legend>{{title}}</legend><div class="grid">{{#each fields}}
${FIELD}
{{/each}}</div></fieldset>{{/if}}
{{/each}}
<div class="send"><button type="submit" data-busy="{{saving}}">{{save}}</button>
<p class="small">{{once}}</p></div>
</form>`);
