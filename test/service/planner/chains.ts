/** Chains of instructions for the files of ./tables.ts, each refining the one before, and what holds at the end. */

export const CHAINS: readonly (readonly [file: 'csv' | 'po' | 'md', chain: readonly string[], meaning: string])[] = [
  // What is asked for is no longer left out, however it was left out before.
  ['csv', ['Translate into German, skip notes', 'only the notes column'], 'to de | only note'],
  [
    'csv',
    ['Translate into German, skip notes and rows 2-10', 'only the notes column'],
    'to de | only note | skip rows 2–10',
  ],
  ['csv', ['Translate into German', 'skip rows 2-10', 'only rows 2-10'], 'to de | only rows 2–10'],
  ['md', ['de', 'skip Installation', 'only Installation and Usage'], 'to de | only installation, usage'],
  [
    'csv',
    ['Translate into German', 'only the description column', 'rows 2-50', 'also the name column', 'skip row 7'],
    'to de | only description, rows 2–50, name | skip row 7',
  ],
  [
    'csv',
    ['Translate into German and French', 'skip notes', 'no French', 'lite quality', 'include the notes again'],
    'to de | lite',
  ],
  [
    'csv',
    ['Deutsch', 'nur die Spalte name', 'auch die Spalte description', 'ohne Zeile 5', 'auf Französisch auch'],
    'to de fr | only name, description | skip row 5',
  ],
  ['csv', ['allemand', 'sans les notes', 'seulement les lignes 2 à 10', 'toutes les lignes'], 'to de'],
  ['csv', ['alemán', 'solo la columna name', 'todo otra vez'], 'to de'],
  ['csv', ['Translate into German', 'only rows 2-10', 'all rows'], 'to de'],
  ['csv', ['ドイツ語', 'メモを除いて', 'フランス語も', '最初の10行だけ'], 'to de fr | only rows 2–11 | skip note'],
  [
    'csv',
    ['Translate into German', 'only descriptions', 'also the names', 'add French', 'cheap', 'drop German'],
    'to fr | lite | only description, name',
  ],
  ['csv', ['Translate into German', 'rows 2-10', 'rows 20-30 instead'], 'to de | only rows 20–30'],
  ['po', ['Translate into German, only the fuzzy ones', 'everything again'], 'to de'],
  [
    'po',
    ['Translate into German', 'retranslate everything', 'leave translated strings alone', 'skip the tooltips'],
    'to de | skip tooltip',
  ],
  [
    'po',
    ['de', 'only what is untranslated', 'not the fuzzy ones', 'also the fuzzy ones', 'retranslate everything'],
    'to de | also already_translated',
  ],
  [
    'po',
    ['de, fr', 'only the menu context', 'skip fuzzy', 'drop French', 'make it informal'],
    'to de | only menu | skip flag fuzzy | style “make it informal”',
  ],
  ['po', ['Deutsch', 'auch bereits übersetzte', 'bereits übersetzte doch nicht'], 'to de'],
  ['po', ['de', 'retranslate the menu', 'lite'], 'to de | lite | only menu | also already_translated'],
  [
    'po',
    ['de', 'skip the dialogs', 'skip tooltips as well', 'dialogs too', 'formal', 'no, informal'],
    'to de | skip tooltip | style “informal (this holds over “formal”)”',
  ],
  ['po', ['de', 'only c-format strings', 'only the dialog context', 'all contexts'], 'to de'],
  ['po', ['fr', 'retranslate everything', 'keep existing translations', 'lite quality'], 'to fr | lite'],
  [
    'md',
    ['Translate into German, formal', 'informal please', 'use Sie'],
    'to de | style “use Sie (this holds over “informal”)”',
  ],
  ['md', ['Translate into German and French', 'keep the German'], 'to de fr'],
  ['md', ['Translate into German and French', 'keep the German, drop French'], 'to de'],
  ['md', ['Translate into German and French', 'keep the German, add Spanish instead of French'], 'to de es'],
  ['md', ['Translate into German', 'only Installation', 'also Usage', 'skip Linux', 'everything again'], 'to de'],
  [
    'md',
    ['de', 'formal tone', 'actually informal', 'and short', 'detailed please'],
    'to de | style “informal (this holds over “formal tone”)” | style “detailed (this holds over “short”)”',
  ],
  [
    'md',
    ['de', 'only Usage', 'Installation too', 'not Linux', 'French as well'],
    'to de fr | only usage, installation | skip linux',
  ],
  ['md', ['fr', 'headings only', 'everything', 'but not the license'], 'to fr | skip license'],
  [
    'md',
    ['de', 'not the changelog', 'only headings', 'include the license again'],
    'to de | only kind heading, license | skip changelog',
  ],
]

/** Instructions that these files cannot be translated by, with a word of the message. */
export const REFUSED: readonly (readonly [file: 'csv' | 'po' | 'md', instruction: string, words: string])[] = [
  ['csv', 'Translate only the price column into German', 'no text is left'],
  ['csv', 'Translate rows 500-600 into German', 'It has rows 2 to 101'],
  ['csv', 'Translate into German, only the comments column', 'id, name, description, notes, price'],
  ['csv', 'Localise name & description for Germany', 'no target language'],
  ['po', 'Translate into German, only the prefs context', 'menu, dialog, src/ui/toolbar.c, tooltip'],
  ['po', 'Translate into German, only the obsolete entries', 'Nothing in this file is called'],
  ['md', 'Translate into German, only the pricing section', 'Installation, Usage'],
  ['md', 'Translate into German, first paragraph only', 'Nothing in this file is called'],
  ['md', 'Translate only the code into German', 'Nothing in this file is called'],
]
