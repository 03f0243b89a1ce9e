/** Why text on a page can only stay as it is, and what of a page is not kept, in the words of people. */

/** What each is about, and what it says: in sentences, or, of a page and of text, what it is that stays as it is. */
const REASONS = {
  right_to_left: {
    about: 'file',
    says: 'The target language is written from right to left. Pages set from left to right cannot be written over in it.',
  },
  no_script: {
    about: 'file',
    says: 'The fonts that pages are written over in have no letters of the script of the target language. They have Latin, Greek and Cyrillic letters.',
  },
  no_letters: {
    about: 'file',
    says: 'The fonts that pages are written over in lack some letters of the target language.',
  },
  encrypted: {
    about: 'file',
    says: 'The file is encrypted: its owner limits what may be done with it, and a file written anew would no longer have these limits.',
  },
  no_text: { about: 'file', says: 'No page has text that can be replaced.' },
  signed: {
    about: 'lost',
    says: 'The file is signed. A signature holds for the file as it was: it will be shown as invalid.',
  },
  archival: {
    about: 'lost',
    says: 'The file says that it is made for archives (PDF/A). What is written anew does not keep all the rules of that.',
  },
  tagged: { about: 'lost', says: 'The structure of the document for screen readers (tags) is not kept.' },
  bookmarks: { about: 'lost', says: 'The bookmarks stay in the source language.' },
  form_fields: { about: 'beside', says: 'Fields of a form stay as they are, with what is filled in.' },
  comments: { about: 'beside', says: 'Comments stay as they are.' },
  no_text_layer: {
    about: 'page',
    says: 'a page without text that can be read (a picture, such as a scan, or nothing)',
  },
  not_followed: { about: 'page', says: 'a page whose drawing cannot be followed' },
  invisible: {
    about: 'text',
    says: 'text that is not shown, as scanning programs put it behind a picture',
  },
  covered: { about: 'text', says: 'text behind a picture or a filled shape' },
  cut_off: { about: 'text', says: 'text that a shape or a mask cuts off, so that it is not seen, or not all of it' },
  outside: { about: 'text', says: 'text outside of the page, or beyond its edge' },
  outlined: { about: 'text', says: 'text that is drawn as an outline alone' },
  clipping: { about: 'text', says: 'text that cuts out a picture' },
  pattern: { about: 'text', says: 'text that is filled with a pattern' },
  drawn_letters: { about: 'text', says: 'text in letters that are drawings (a Type 3 font)' },
  vertical: { about: 'text', says: 'text that runs from top to bottom' },
  askew: {
    about: 'text',
    says: 'text that is turned by other than right angles, leans or is mirrored',
  },
  layer: { about: 'text', says: 'text on a layer that can be hidden' },
  unreadable: { about: 'text', says: 'text whose letters cannot be read, since the file does not say which they are' },
  shared: { about: 'text', says: 'text in a drawing that is used more than once' },
  entangled: { about: 'text', says: 'text whose letters cannot be told from those around it' },
  letters: { about: 'writing', says: 'The fonts lack letters of the translation' },
  no_room: { about: 'writing', says: 'No room for the translation, even in letters of 60 % of their size' },
} as const satisfies Readonly<
  Record<string, { readonly about: 'file' | 'lost' | 'beside' | 'page' | 'text' | 'writing'; readonly says: string }>
>

export type PageReason = keyof typeof REASONS

/** What it is that stays as it is, in words that end a sentence. */
export function pageReasonIs(reason: PageReason): string {
  return REASONS[reason].says
}

/** What a reason says, in sentences. */
export function pageReasonSays(reason: PageReason): string {
  const { about, says } = REASONS[reason]
  return about === 'page' || about === 'text' ? `${says.charAt(0).toUpperCase()}${says.slice(1)} stays as it is.` : says
}

/** What a reason is about: `file` refuses the whole file; `lost` and `beside` refuse nothing; `page` and `text` leave some of it as it is. */
export function pageReasonIsAbout(reason: PageReason): (typeof REASONS)[PageReason]['about'] {
  return REASONS[reason].about
}

/** Why a translation was not written on its page. */
export function whyKept(
  { page, reason }: { readonly page: number; readonly reason: PageReason },
  text: string,
): string {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).trimEnd()}…` : text
  const why =
    reason === 'no_room'
      ? `No room on page ${page} for “${shown}”, even in letters of 60 % of their size.`
      : reason === 'letters'
        ? `The fonts lack letters of “${shown}”, on page ${page}.`
        : `“${shown}” cannot take the place of ${pageReasonIs(reason)}, on page ${page}.`
  return `${why} The source was kept.`
}

/** So much of a translation tells which it is, in characters. */
const LONGEST_SHOWN = 60
