/** Files that write all characters beyond ASCII as escapes: what reads them may expect only ASCII. */

/**
 * The hexadecimal number of a UTF-16 unit beyond ASCII, in a regular expression. What nobody can see, as the space that does not break, is
 * written as an escape in any file: it says nothing of letters.
 */
export const SEEN_BEYOND_ASCII = '(?!00[0-9]|00a0|00ad|200|202[89a-f]|205f|206|3000|fe0|feff)[0-9a-f]{4}'
