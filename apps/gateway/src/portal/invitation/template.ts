import { template } from '../layout.js';

export interface FormView {
  readonly title: string;
  readonly lead: string;
  readonly address: string;
  readonly until: string;
  readonly action: string;
  /** What went wrong, if something did. */
  readonly alert: { readonly title: string; readonly text: string } | null;
  /** Asked of who has no user yet; for others what happens. */
  readonly name: {
    readonly label: string;
    readonly hint: string;
    readonly value: string;
    readonly max: number;
    readonly error: string | null;
    readonly described: string;
  } | null;
  readonly explained: string;
  readonly accept: string;
  readonly decline: string;
  readonly busy: string;
}

/** The id of the form. */
export const FORM = 'answer';

/**
 * The answer is `accept` unless the other button is pressed: its value is sent after the hidden one. Enter accepts. The browser
 * checks nothing itself: what is missing is said in the language of the page.
 */
export const formTemplate = template<FormView>(`
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
<p class="small">{{address}}</p>
<p class="small">{{until}}</p>
{{#if alert}}<div class="alert" role="alert" tabindex="-1"><h2>{{alert.title}}</h2>
<p class="lead">{{alert.text}}</p></div>{{/if}}
<form id="${FORM}" method="post" action="{{action}}" novalidate>
<input type="hidden" name="answer" value="accept">
{{#if name}}<div class="grid"><div class="field wide{{#if name.error}} wrong{{/if}}">
<label for="full_name">{{name.label}}</label>
<input id="full_name" name="full_name" type="text" required autocomplete="name" maxlength="{{name.max}}" value="{{name.value}}"{{#if name.error}} aria-invalid="true"{{/if}} aria-describedby="{{name.described}}">
{{#if name.error}}<p class="error" id="full_name-error">{{name.error}}</p>{{/if}}
<p class="hint" id="full_name-hint">{{name.hint}}</p>
</div></div>{{/if}}
<div class="send"><button type="submit" data-busy="{{busy}}">{{accept}}</button>
<p class="small">{{explained}}</p></div>
<div class="otherwise"><button type="submit" name="answer" value="decline">{{decline}}</button></div>
</form>`);

/** The one page that shows a key: it is not kept, and no link leads away from it. */
export const keyTemplate = template<{
  readonly title: string;
  readonly mark: string;
  readonly lead: string;
  readonly label: string;
  readonly key: string;
  readonly once: string;
  readonly use: string;
  readonly lost: string;
}>(`
<section class="notice {{mark}}">
  <div class="mark" aria-hidden="true"></div>
  <h1>{{title}}</h1>
  <p>{{lead}}</p>
  <h2 class="label" id="key-label">{{label}}</h2>
  <p class="secret"><code id="key" aria-labelledby="key-label">{{key}}</code></p>
  <p><strong>{{once}}</strong></p>
  <p>{{use}}</p>
  <p>{{lost}}</p>
</section>`);

/** One answer at a time: the form works without it. */
export const script = `(() => {
  const form = document.querySelector('form');
  if (!form) return;
  const button = form.querySelector('.send button');
  const label = button.textContent;
  let sent = false;
  form.addEventListener('submit', (event) => {
    if (sent) return event.preventDefault();
    sent = true;
    if (!event.submitter || !event.submitter.name) setTimeout(() => { button.textContent = button.dataset.busy; });
  });
  addEventListener('pageshow', () => { sent = false; button.textContent = label; });
  const alert = document.querySelector('.alert');
  if (alert) alert.focus();
})();`;
