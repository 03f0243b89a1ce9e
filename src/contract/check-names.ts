/** The names of the checks that a deployment can switch off (docs/checks.md). They are stable. */
export const SWITCHABLE_CHECKS: readonly string[] = [
  ...['untranslated', 'placeholders', 'codes', 'numbers', 'line_breaks', 'length', 'glossary', 'kept_terms', 'script'],
  ...['plural_categories', 'hidden_characters', 'zero_width', 'source_copied', 'chatter', 'other_language', 'bbcode'],
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
