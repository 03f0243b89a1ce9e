/** Parts that a format names itself, since the file has no name for them. */

/** The first row of a table. */
export const COLUMN_HEADINGS = 'column headings'
/** The lines between the two fences at the beginning of a document. Each value in them is a part of its own: `front matter > title`. */
export const FRONT_MATTER = 'front matter'
