import { checkAccelerators } from './accelerators.ts'
import { checkControlCharacters, checkFormula, checkHidden, checkZeroWidth } from './characters.ts'
import { checkChatter } from './chatter.ts'
import { checkMarkup, checkPlaceholders } from './codes.ts'
import { INCONSISTENT, SAME_TRANSLATION } from './consistency.ts'
import { checkTooLong, checkTooShort } from './extent.ts'
import type { AboutCheck, Check } from './issue.ts'
import { checkLanguage } from './language.ts'
import { checkEdges, checkLength, checkLineBreaks } from './layout.ts'
import { MARK_CHECKS } from './marks.ts'
import { SWAPPED } from './neighbours.ts'
import { checkNumbers } from './numbers.ts'
import { checkPlurals } from './plurals.ts'
import { checkBrackets, checkDoubledWords, checkDoubleSpaces, checkEndPunctuation, checkQuotes } from './punctuation.ts'
import { checkScript, checkSourceCopied, checkUntranslated } from './script.ts'
import { checkGlossary, checkKeptTerms } from './terms.ts'

/** Checks that look at more than one translation, and what is known without a look at the text. */
export const FURTHER: readonly AboutCheck[] = [
  { name: 'empty', severity: 'refuse', about: 'A translation without text.', always: true },
  { name: 'engine', severity: 'doubt', about: 'What the engine itself doubts.', always: true },
  SWAPPED,
  INCONSISTENT,
  SAME_TRANSLATION,
]

/** Every check of one translation, in the order in which issues are told. docs/checks.md is written from this table. */
export const REGISTRY: readonly Check[] = [
  {
    name: 'untranslated',
    severity: 'refuse',
    about: 'A sentence that is the same as its source. Between close languages it is only noted.',
    find: checkUntranslated,
  },
  {
    name: 'placeholders',
    severity: 'refuse',
    about: 'Placeholders (`{name}`, `%s`), addresses and what else a program reads: none lost, none added.',
    find: checkPlaceholders,
  },
  {
    name: 'codes',
    severity: 'refuse',
    about: 'Tags: none lost or added, closed in order, inside the same tags as in the source.',
    find: checkMarkup,
  },
  {
    name: 'numbers',
    severity: 'refuse',
    about:
      'Numbers: none lost or added, whatever digits and separators a language has. What people write otherwise is noted.',
    find: checkNumbers,
  },
  {
    name: 'edges',
    severity: 'refuse',
    about: 'The white space before and after the text.',
    always: true,
    find: checkEdges,
  },
  {
    name: 'line_breaks',
    severity: 'doubt',
    about: 'Several lines that became one, or a short line that became several; any other number of lines is noted.',
    find: checkLineBreaks,
  },
  {
    name: 'length',
    severity: 'doubt',
    about: 'The most characters that the file allows for the text, or that its box shows, roughly.',
    find: checkLength,
  },
  {
    name: 'glossary',
    severity: 'doubt',
    about: 'Terms of the glossary, with the endings of their language.',
    find: checkGlossary,
  },
  {
    name: 'kept_terms',
    severity: 'doubt',
    about: 'Words that stay as they are in every language, letter by letter.',
    find: checkKeptTerms,
  },
  {
    name: 'script',
    severity: 'doubt',
    about: 'Letters of a script that the target language is not written in.',
    find: checkScript,
  },
  {
    name: 'plural_categories',
    severity: 'refuse',
    about: 'An ICU message is valid, and has a branch for each plural category of the target language.',
    find: checkPlurals,
  },
  {
    name: 'formula',
    severity: 'refuse',
    about: 'A cell that a spreadsheet would run as a formula.',
    always: true,
    find: checkFormula,
  },
  {
    name: 'control_characters',
    severity: 'refuse',
    about: 'Control characters, halves of characters, and U+FFFD, which stands for a lost one.',
    always: true,
    find: checkControlCharacters,
  },
  {
    name: 'hidden_characters',
    severity: 'doubt',
    about: 'Characters that do not show and can hide a message. A soft hyphen is noted.',
    find: checkHidden,
  },
  {
    name: 'zero_width',
    severity: 'doubt',
    about: 'Zero-width characters and marks of direction beside letters that need none.',
    find: checkZeroWidth,
  },
  {
    name: 'source_copied',
    severity: 'refuse',
    about: 'A sentence of the source that stands in the translation with something around it.',
    find: checkSourceCopied,
  },
  {
    name: 'chatter',
    severity: 'refuse',
    about: 'The words of an assistant about its answer: “Here is the translation:”, a fence around it.',
    find: checkChatter,
  },
  {
    name: 'other_language',
    severity: 'doubt',
    about:
      'A sentence in the source language or in another one, by its small words. Close languages are not told apart.',
    find: checkLanguage,
  },
  ...MARK_CHECKS,
  {
    name: 'accelerators',
    severity: 'doubt',
    about: 'The mark of the letter that opens a menu: `&File`, `_File`, `~File`.',
    find: checkAccelerators,
  },
  {
    name: 'brackets',
    severity: 'doubt',
    about: 'A bracket without its other half.',
    find: checkBrackets,
  },
  {
    name: 'quotes',
    severity: 'doubt',
    about: 'A quotation mark without its other half.',
    find: checkQuotes,
  },
  {
    name: 'too_long',
    severity: 'doubt',
    about: 'A translation more than four times as long as its source, and forty letters.',
    find: checkTooLong,
  },
  {
    name: 'too_short',
    severity: 'doubt',
    about: 'One word for a sentence: less than a fifth of its letters.',
    find: checkTooShort,
  },
  {
    name: 'end_punctuation',
    severity: 'note',
    about: 'The sign at the end: `.`, `?`, `!`, `:`, `…`, in the form of the target language.',
    find: checkEndPunctuation,
  },
  {
    name: 'doubled_words',
    severity: 'doubt',
    about: 'A word that stands twice, one beside the other.',
    find: checkDoubledWords,
  },
  {
    name: 'double_spaces',
    severity: 'note',
    about: 'Two spaces between words where the source has one.',
    find: checkDoubleSpaces,
  },
]
