/** What to do about codes: Details. One sentence or two, as Markdown. */
export const details = {
  required: 'Send the field.',
  invalid_type: 'Send the type that the message names: a number without quotes, a list in brackets.',
  invalid_format: 'Send the form that the message names.',
  invalid_length: 'Shorten or complete the value.',
  invalid_value: 'Use one of the values that the message names.',
  too_large: 'Send at most the maximum.',
  too_small: 'Send at least the minimum.',
  unknown_field: 'Correct the name, or leave the field out: the message suggests one that is close.',
  not_allowed: 'Leave the field out, or change what excludes it: the message says what.',
  not_found: 'Check the id in the field, and its environment.',
} as const;
