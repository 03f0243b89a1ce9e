/**
 * What readers see of the parameters of a template tag that stands alone on its line: `{{< figure src="a.png" alt="A cat" >}}`. Names are
 * those of Hugo's shortcodes, of its themes, and of Jekyll's includes.
 */

/** Where the value of a parameter is, without its quotes. */
export interface TextParameter {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly quote: string
}

const TAG = /\{\{[<%]-?[ \t\r\n]*(?!\/)([\w./-]{1,60})|\{%-?[ \t\r\n]*(\w{1,60})/g
const ENDS: Readonly<Record<string, string>> = { '{{<': '>}}', '{{%': '%}}', '{%': '%}' }
/** Their parameters are code: they say what a program does, or what a file is called. */
const FOR_PROGRAMS =
  /^(?:assign|if|unless|els?if|for|case|when|capture|set|code.*|highlight|include-code|readfile|ref|relref|param|link|post_url|raw|comment|script|css|js)$/i
const SHOWN =
  /[\s"'](alt|caption|title|subtitle|summary|description|header|label|placeholder)=(?:"([^"\\\r\n{}]+)"|'([^'\\\r\n{}]+)')/g
/** A template tag is never longer. */
const LONGEST = 4000

/** The parameters that hold text, of tags that are shown to the parser as blank lines. */
export function textParametersIn(text: string, shown: string): TextParameter[] {
  if (!text.includes('{{') && !text.includes('{%')) return []
  const found: TextParameter[] = []
  for (const tag of text.matchAll(TAG)) {
    const { index } = tag
    const [begin, hugo, liquid] = tag
    const close = ENDS[begin.slice(0, begin.startsWith('{{') ? 3 : 2)] ?? ''
    const end = text.slice(index, index + LONGEST).indexOf(close)
    const isBlank = end >= 0 && shown.slice(index, index + end).trim() === ''
    if (!isBlank || FOR_PROGRAMS.test(hugo ?? liquid ?? '')) continue
    for (const parameter of text.slice(index, index + end).matchAll(SHOWN)) {
      const [all, name = '', double, single] = parameter
      const value = double ?? single ?? ''
      const stop = index + parameter.index + all.length - 1
      const place = { start: stop - value.length, end: stop, quote: all.at(-1) ?? '"' }
      if (value.trim() === value) found.push({ name, ...place })
    }
  }
  return found
}

/** A translation as the value of a parameter; undefined where its quotes cannot hold it. */
export function writeParameter(text: string, quote: string): string | undefined {
  return text.includes(quote) || /[\\\r\n{}]|[%>]\}/.test(text) || text.trim() !== text ? undefined : text
}
