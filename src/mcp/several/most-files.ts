/** The most files of one call: so many plans are still one sum that a person can agree to. */
export const MOST_FILES = 500
/** So many files have a line each in an answer. Of more, some are shown and the others counted. */
export const LISTED_FILES = 50
/** So many of more files are shown. */
export const SHOWN_FILES = 20
