/** What the lines of AsciiDoc begin with. */

export const HEADING = /^(={1,6}|#{1,6})[ \t]+(?=\S)/
export const ATTRIBUTE = /^:(!?\w[\w-]*!?):(?:[ \t]+|$)/
/** Attributes whose values are shown to readers. */
export const SHOWN_ATTRIBUTE =
  /^(?:doctitle|title|subtitle|description|abstract|summary|navtitle|toc-title|page-(?:title|description)|[a-z]+-(?:caption|label|title))$/
export const BLOCK_ATTRIBUTES = /^\[(?:|[^\s\]].*)\]$/
export const BLOCK_TITLE = /^\.(?=[^\s.])/
export const COMMENT = /^\/\/(?!\/)/
export const MACRO = /^([a-zA-Z][\w-]*)::(\S[^[\]]*)?\[(.*)\]$/
/** In the brackets of a picture: what is said of it, first of all or by name, in quotation marks or not. */
export const DESCRIPTION =
  /(?:^(?![ \t]*\w+[ \t]*=)|(?:^|,)[ \t]*(?:alt|title)[ \t]*=[ \t]*)(?:"([^"\\]+)"(?=[ \t]{0,9}(?:,|$))|([^\s,"'=][^,"=]*|[ \t][^,"=]*)(?=,|$))/g
export const ITEM =
  /^(?:\*{1,6}|[-•]|\.{1,6}|\d{1,9}\.|[a-zA-Z]\.|[ivxIVX]{1,8}\)|<(?:\d{1,4}|\.)>)[ \t]+(?:\[[ x*]\][ \t]+)?(?=\S)/
export const TERM = /^(.{0,500}?(?:[^\s:;]|:(?=[ \t])))[ \t]{0,9}(:{2,4}|;;)(?:[ \t]+|$)/
export const LABEL = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?=\S)/
export const BREAK = /^(?:'{3,}|<{3,}|---|- - -|\*\*\*|\* \* \*|\+)$/
export const TABLE = /^[|,:!]={3,}$/
/** What is between such lines is shown as it is. */
export const VERBATIM = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}[\w,+-]*)$/
export const CONTAINER = /^(?:={4,}|\*{4,}|_{4,}|--|~{4,})$/
export const UNDERLINE = /^([=~^+-])\1+$/
/** Styles of blocks that are no prose. */
export const CODE_STYLE =
  /^(?:source|listing|literal|pass|stem|latexmath|asciimath|comment|plantuml|ditaa|mermaid|graphviz|blockdiag|a2s|bpmn|vega|c4plantuml|seqdiag|wavedrom|tikz|svgbob|nomnoml|pikchr|d2|bytefield)\b/

export const VERSE_STYLE = /^verse\b/
/** What a preprocessor reads, wherever it stands. */
export const PREPROCESSED = /^\\?(?:ifdef|ifndef|ifeval|endif|include)::\S*\[.*\]$/
/** A break on purpose at the end of a line. */
export const HARD_BREAK = /(?<![ \t])[ \t]+\+$/

/** Whether a line begins another block, so that the paragraph before it has ended. */
export function beginsBlock(text: string): boolean {
  return (
    text === '' ||
    BLOCK_ATTRIBUTES.test(text) ||
    COMMENT.test(text) ||
    VERBATIM.test(text) ||
    CONTAINER.test(text) ||
    TABLE.test(text) ||
    MACRO.test(text) ||
    text === '+'
  )
}
