/** Parts that a format names itself, since the file has no name for them. */

/** The first row of a table. */
export const COLUMN_HEADINGS = 'column headings'
/** The lines between the fences at the head of a document. A value of it is a part below: `front matter > title`. */
export const FRONT_MATTER = 'front matter'
