/** The kinds of files for reviewers, by their names. They lie apart, since the command line is read without loading what reads files. */
export const REVIEW_KIND_NAMES = ['csv', 'csv-semicolon', 'xlsx', 'xliff'] as const
export type ReviewKindName = (typeof REVIEW_KIND_NAMES)[number]
