/** The most files of one call: more plans fit in no answer, and no person reads more before one yes. */
export const MOST_FILES = 50
