/** The checks after which a translation is not written as it is. */
const REFUSING: readonly string[] = [
  ...['untranslated', 'placeholders', 'codes', 'numbers', 'plural_categories', 'source_copied', 'chatter', 'bbcode'],
]

/** The checks that tell a doubt or a note, and refuse nothing: whoever has a file translated can switch these off for it. */
export const SKIPPABLE_CHECKS: readonly string[] = [
  ...['line_breaks', 'length', 'glossary', 'kept_terms', 'script', 'hidden_characters', 'zero_width', 'other_language'],
  ...[
    'named_parameters',
    'escapes',
    'options',
    'file_paths',
    'emoji',
    'accelerators',
    'brackets',
    'quotes',
    'too_long',
  ],
  ...['too_short', 'end_punctuation', 'doubled_words', 'double_spaces', 'swapped', 'inconsistent', 'same_translation'],
]

/** The names of the checks that a deployment can switch off (docs/checks.md). They are stable. */
export const SWITCHABLE_CHECKS: readonly string[] = [...REFUSING, ...SKIPPABLE_CHECKS]
